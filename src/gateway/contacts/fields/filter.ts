import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { listFields, problemOf } from './field.ts';
import type { FieldRow } from './store.ts';
import { FIELD_NAME } from './values.ts';

export const MAX_CONDITIONS = 10;
const CONDITION = new RegExp(`^(${FIELD_NAME})\\s*(=|>=|<=)\\s*(.+)$`, 's');
/** In place of `;;`. No text of the API has it. */
const SEMICOLON = '\0';

/** As the statements take it. */
export interface FieldFilter {
  /** JSON by the ids of fields; null without an equation. */
  equal: string | null;
  /** Numbers and dates from `mins` to `maxs`, at the same index. */
  rangeFields: readonly number[];
  mins: readonly string[];
  maxs: readonly string[];
}

/** Null without a condition. FieldErrors for unknown fields and values that cannot be compared. */
export async function fieldFilterOf(
  db: Db | Tx,
  account: { id: number },
  text = '',
): Promise<FieldFilter | null> {
  if (text === '') return null;
  const byName = new Map((await listFields({ db }, account)).map((field) => [field.name, field]));
  const conditions = text
    .replaceAll(';;', SEMICOLON)
    .split(';')
    .map((each) => conditionOf(each.replaceAll(SEMICOLON, ';').trim(), byName));
  if (conditions.length > MAX_CONDITIONS) throw refused(`must have at most ${MAX_CONDITIONS} conditions`);
  const equal = new Map<number, string | number | boolean>();
  const ranges = new Map<number, { min: string; max: string }>();
  for (const { field, comparison, value } of conditions) {
    const range = ranges.get(field.id) ?? { min: '-Infinity', max: 'Infinity' };
    const side = comparison === '>=' ? 'min' : 'max';
    const isTwice = comparison === '=' ? equal.has(field.id) : Number.isFinite(Number(range[side]));
    if (isTwice) throw refused(`has two conditions ${field.name}${comparison}`);
    if (comparison === '=') equal.set(field.id, value);
    else ranges.set(field.id, { ...range, [side]: String(value).replaceAll(/(?<=\d)-/g, '') });
  }
  return {
    equal: equal.size === 0 ? null : JSON.stringify(Object.fromEntries(equal)),
    rangeFields: [...ranges.keys()],
    mins: [...ranges.values()].map(({ min }) => min),
    maxs: [...ranges.values()].map(({ max }) => max),
  };
}

function conditionOf(text: string, byName: ReadonlyMap<string, FieldRow>) {
  const [, name = '', comparison = '', written = ''] = CONDITION.exec(text) ?? [];
  if (comparison === '') throw refused(`"${text}" is no condition such as kota=Bandung or poin>=100`);
  const field = byName.get(name);
  if (!field) throw refused(`no field is called ${name}: GET /v1/contact-fields lists them`);
  const isOrdered = field.type === 'number' || field.type === 'date';
  if (comparison !== '=' && !isOrdered) throw refused(`${name} can only be compared by =`);
  const value = valueIn(field, written.trim());
  const problem = problemOf(field, value);
  if (problem !== null) throw refused(`${name} ${problem}`);
  return { field, comparison, value };
}

function valueIn({ type }: FieldRow, text: string): string | number | boolean {
  if (type === 'number') return Number(text);
  if (type === 'yes_no' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const refused = (problem: string) => new FieldErrors({ fields: [problem] });
