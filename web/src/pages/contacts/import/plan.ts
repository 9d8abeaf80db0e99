import { withoutGuard } from '../../../../../src/platform/lib/csv-line.ts';
import { isShortened } from '../../../../../src/platform/lib/phone-text.ts';
import type { Schema } from '../../../api/schemas.ts';
import type { Row } from '../../../csv/csv.ts';
import { EMAIL, type Field, guessMapping, isPhone, type Mapping, phoneCellOf, phoneIn } from './columns.ts';
import { ownValueOf } from './own-values.ts';

export { guessMapping };

type OwnField = Schema<'ContactField'>;

export interface NewContact {
  line: number;
  /** What is sent. */
  phone: string;
  /** The number that is stored, and the ISO 3166 code of its country, once the gateway has said so. */
  number?: string;
  country?: string | null;
  name?: string;
  email?: string;
  tags?: string[];
  /** Own fields by their names. */
  fields?: Record<string, string | number | boolean>;
}

export type Reason =
  | 'noPhone'
  | 'badPhone'
  | 'changedPhone'
  | 'longName'
  | 'badEmail'
  | 'badTags'
  | 'badValue'
  | 'duplicate'
  | 'refused';

/** A row that is not imported. */
export interface BadRow {
  line: number;
  reason: Reason;
  /** The line with the same number, the field with its cell, or what the gateway says. */
  detail: string;
  cells: readonly string[];
}

export interface Plan {
  contacts: readonly NewContact[];
  bad: readonly BadRow[];
  /** Numbers that look like local ones without their 0. */
  locals: readonly Checked[];
  /** Tags that contacts lose when the import replaces their tags, and how many contacts lose some. */
  lost: { tags: number; contacts: number };
  replacesTags: boolean;
}

/** What the gateway says of a number of the file. */
export type Checked = Schema<'CheckedContact'>;

export interface PlanOptions {
  hasHeader: boolean;
  /** For all contacts. */
  tags: readonly string[];
  own?: readonly OwnField[];
  /** By the number as the file has it. */
  checked?: ReadonlyMap<string, Checked> | undefined;
  /** Whether numbers that look like local ones are. */
  readsLocal?: boolean;
  replacesTags?: boolean;
}

const LIMITS = { name: 255, email: 254, tag: 100, tags: 100, tagText: 2_000 };

/** What of the rows can be imported, and what cannot. Of rows with one number the first one counts. */
export function planImport(
  rows: readonly Row[],
  mapping: Mapping,
  { hasHeader, tags, own = [], checked, readsLocal = true, replacesTags = false }: PlanOptions,
): Plan {
  const contacts: NewContact[] = [];
  const bad: BadRow[] = [];
  const locals: Checked[] = [];
  const lines = new Map<string, number>();
  const lost = { tags: 0, contacts: 0 };
  for (const { line, cells } of hasHeader ? rows.slice(1) : rows) {
    const { fields, wrong } = valuesOf(cells, mapping, own);
    const given = { ...contactOf(line, cells, mapping, tags), ...fields };
    const known = checked?.get(given.phone);
    const contact = known ? withNumber(given, known, readsLocal) : given;
    const problem = problemOf(given) ?? (known?.number === null ? 'badPhone' : null);
    const key = contact.number ?? keyOf(contact.phone);
    const earlier = lines.get(key);
    if (problem) bad.push({ line, reason: problem, detail: '', cells });
    else if (wrong) bad.push({ line, reason: 'badValue', detail: wrong, cells });
    else if (earlier !== undefined) bad.push({ line, reason: 'duplicate', detail: String(earlier), cells });
    else {
      lines.set(key, line);
      contacts.push(contact);
      if (known?.local) locals.push(known);
      const gone = lostTags(contact, known);
      lost.tags += gone;
      lost.contacts += gone > 0 ? 1 : 0;
    }
  }
  return { contacts, bad, locals, lost, replacesTags };
}

/** The numbers that the gateway is asked about, each once. */
export function numbersOf(rows: readonly Row[], mapping: Mapping, hasHeader: boolean): string[] {
  if (mapping.phone === -1) return [];
  const contacts = (hasHeader ? rows.slice(1) : rows).map(({ line, cells }) =>
    contactOf(line, cells, mapping, []),
  );
  return [...new Set(contacts.flatMap((contact) => (isPhone(contact.phone) ? contact.phone : [])))];
}

function withNumber(
  contact: NewContact,
  { number, country, local }: Checked,
  readsLocal: boolean,
): NewContact {
  if (local && readsLocal) {
    return { ...contact, phone: `+${local.number}`, number: local.number, country: local.country };
  }
  return number === null ? contact : { ...contact, number, country };
}

/** When the tags of the contact replace those that it has now. */
function lostTags({ tags = [], number }: NewContact, known: Checked | undefined): number {
  if (!known || tags.length === 0) return 0;
  const held = (number === known.number ? known.tags : known.local?.tags) ?? [];
  return held.filter((tag) => !tags.includes(tag)).length;
}

/** Without a column, or with an empty cell, a stored field stays as it is. */
function contactOf(
  line: number,
  cells: readonly string[],
  mapping: Mapping,
  more: readonly string[],
): NewContact {
  const at = (column: number) => withoutGuard((cells[column] ?? '').trim());
  const cell = (field: Field) => at(mapping[field]);
  const name = [cell('name'), cell('surname')].filter((part) => part !== '').join(' ');
  const email = cell('email');
  const tags = [...new Set([...tagsOf(cell('tags')), ...more])];
  return {
    line,
    phone: phoneIn(phoneCellOf(mapping, at)),
    ...(name !== '' && { name }),
    ...(email !== '' && { email }),
    ...(tags.length > 0 && { tags }),
  };
}

/** `wrong`: the first cell that has no value of its field. */
function valuesOf(cells: readonly string[], { own: columns }: Mapping, own: readonly OwnField[]) {
  const fields: NonNullable<NewContact['fields']> = {};
  for (const field of own) {
    const cell = withoutGuard((cells[columns[field.name] ?? -1] ?? '').trim());
    const value = cell === '' ? undefined : ownValueOf(field, cell);
    if (value === null) return { wrong: `${field.name}: ${cell.slice(0, 40)}` };
    if (value !== undefined) fields[field.name] = value;
  }
  return Object.keys(fields).length > 0 ? { fields: { fields } } : {};
}

/** Separated by semicolons, bars or the three colons of Google, else by commas. */
const tagsOf = (cell: string) =>
  cell
    .split(/[;|]|:::/.test(cell) ? /[;|]|:::/ : ',')
    .map((tag) => tag.trim().replace(/^\* ?/, ''))
    .filter((tag) => tag !== '' && tag !== 'myContacts');

function problemOf({ phone, name = '', email, tags = [] }: NewContact): Reason | null {
  if (phone === '') return 'noPhone';
  if (isShortened(phone)) return 'changedPhone';
  if (!isPhone(phone)) return 'badPhone';
  if ([...name].length > LIMITS.name) return 'longName';
  if (email !== undefined && (email.length > LIMITS.email || !EMAIL.test(email))) return 'badEmail';
  const isLong = tags.some((tag) => [...tag].length > LIMITS.tag);
  return isLong || tags.length > LIMITS.tags || tags.join('').length > LIMITS.tagText ? 'badTags' : null;
}

/** The gateway knows the country of the account: a number with and without its code meets there. */
const keyOf = (phone: string) => phone.replace(/\D/g, '').replace(/^00/, '');
