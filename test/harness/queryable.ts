import type pg from 'pg';
import type { Queryable } from '../../src/lib/db/statement.ts';

/** Runs statements on one connection of the test, with the settings and the transaction that it has. */
export function queryableOf(client: pg.ClientBase): Queryable {
  return {
    async executeQuery({ sql, parameters }) {
      const { rows, rowCount } = await client.query(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}
