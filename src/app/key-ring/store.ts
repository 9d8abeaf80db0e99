import { statement } from '../../platform/lib/db/statement.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

/** Texts of the primary key. Smaller than those of each row. */
export const firstPlace = ({ key }: SealedColumn): string[] =>
  key.map(([, type]) => ({ bigint: '-9223372036854775808', text: '', bytea: '\\x' })[type]);

export interface SealedRow {
  /** Of the key, and `also`. */
  values: string[];
  /** Null: no secret. */
  sealed: Buffer | Buffer[] | null;
}

type Sealed = Buffer | readonly Buffer[];

const statementsOf = (each: SealedColumn) => {
  const { table, column, isList, key, also } = each;
  const names = key.map(([name]) => name);
  const given = (param: string) => key.map(([, type], n) => `(:${param}::text[])[${n + 1}]::${type}`);
  const type = isList ? 'bytea[]' : 'bytea';
  return {
    each,
    find: statement<{ after: readonly string[]; limit: number }, SealedRow>(
      `key_ring.find_${table}_${column}`,
      `select array[${[...names, ...(also ? [also] : [])].map((name) => `${name}::text`).join(', ')}] as values,
         ${column} as sealed
       from ${table} where (${names.join(', ')}) > (${given('after').join(', ')})
       order by ${names.join(', ')} limit :limit::bigint`,
    ).all,
    /** Nothing, if the value has changed meanwhile. */
    replace: statement<{ values: readonly string[]; earlier: Sealed; sealed: Sealed }>(
      `key_ring.replace_${table}_${column}`,
      `update ${table} set ${column} = :sealed::${type}
       where ${names.map((name, n) => `${name} = ${given('values')[n]}`).join(' and ')}
         and ${column} = :earlier::${type}`,
    ).inTx.run,
  };
};

export const COLUMNS = SEALED_COLUMNS.map(statementsOf);
