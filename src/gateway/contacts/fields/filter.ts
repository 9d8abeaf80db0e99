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
  /** All comparisons as a predicate of jsonpath; null without one. */
  ranges: string | null;
  /** Its first field, between numbers as they are indexed. */
  rangeField: number | null;
  min: string;
  max: string;
  /** There are others. */
  hasRanges: boolean;
}

/** Null without a condition. FieldErrors for unknown fields and values that cannot be compared. */
export async function fieldFilterOf(
  db: Db | Tx,
  account: { id: number },
  text = '',
): Promise<FieldFilter | null> {
  if (text === '') return null;
  const byName = new Map((await listFields({ db }, account)).map((field) => [field.name, field]));
  const conditions = conditionsIn(text).map((each) => conditionOf(each, byName));
  if (conditions.length > MAX_CONDITIONS) throw refused(`must have at most ${MAX_CONDITIONS} conditions`);
  const seen = new Set<string>();
  for (const { field, comparison } of conditions) {
    const id = `${field.name}${comparison}`;
    if (seen.has(id)) throw refused(`has two conditions ${id}`);
    seen.add(id);
  }
  const equal = conditions.filter(({ comparison }) => comparison === '=');
  const ranges = conditions.filter(({ comparison }) => comparison !== '=');
  return {
    equal:
      equal.length === 0
        ? null
        : JSON.stringify(Object.fromEntries(equal.map(({ field, value }) => [field.id, value]))),
    ranges: ranges.map(predicateOf).join(' && ') || null,
    ...firstRangeOf(ranges),
  };
}

const conditionsIn = (text: string) =>
  text
    .replaceAll(';;', SEMICOLON)
    .split(';')
    .map((each) => each.replaceAll(SEMICOLON, ';').trim());

/** Whether a condition compares the field with this name. */
export const comparesField = (name: string, text = ''): boolean =>
  conditionsIn(text).some((each) => CONDITION.exec(each)?.[1] === name);

type Condition = ReturnType<typeof conditionOf>;

const predicateOf = ({ field, comparison, value }: Condition) =>
  `$."${field.id}" ${comparison} ${JSON.stringify(value)}`;

function firstRangeOf(ranges: readonly Condition[]) {
  const first = ranges[0]?.field;
  const end = (side: string) =>
    ranges.find(({ field, comparison }) => field === first && comparison === side)?.value;
  // A date such as 20251121.
  const indexed = (value: Condition['value']) => String(value).replaceAll(/(?<=\d)-/g, '');
  return {
    rangeField: first?.id ?? null,
    min: indexed(end('>=') ?? '-Infinity'),
    max: indexed(end('<=') ?? 'Infinity'),
    hasRanges: ranges.some(({ field }) => field !== first),
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
