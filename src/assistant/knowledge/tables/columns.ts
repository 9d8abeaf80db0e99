import { FieldErrors } from '../../../platform/lib/errors.ts';
import { isLonger } from '../../../platform/lib/text.ts';
import type { ColumnName } from '../../languages/language.ts';
import { phrasesIn } from '../../languages/words.ts';
import { type Column, type ColumnRole, type GivenRoles, MAX_COLUMN_NAME, MAX_COLUMNS } from './schema.ts';

/** The first role that fits a name counts. */
const ROLES = [
  'hidden',
  'key',
  'aliases',
  'price',
  'stock',
  'unit',
  'name',
] as const satisfies readonly ColumnRole[];
const namesOf = (role: ColumnName) => phrasesIn(({ tables }) => tables.columns[role]);
const ROLE_NAMES = ROLES.map((role) => [role, namesOf(role)] as const);
const VARIANTS = namesOf('variant');
const SINGLE: readonly ColumnRole[] = ['name', 'key', 'aliases', 'stock', 'unit'];

/** With the given roles, and a guess for the others. FieldErrors. */
export function columnsOf(header: readonly string[], given: GivenRoles): Column[] {
  checkHeader(header);
  const wanted = rolesGiven(header, given);
  const taken = new Set(wanted.values());
  const columns = header.map((name): Column => {
    const role = wanted.get(fold(name)) ?? guess(name);
    const isFree = !SINGLE.includes(role) || !taken.has(role);
    const used = wanted.has(fold(name)) || isFree ? role : 'text';
    taken.add(used);
    return { name, role: used };
  });
  if (!columns.some(({ role }) => role === 'name')) throw noName();
  return columns;
}

/** Present columns keep their roles. FieldErrors. */
export function columnsOfNewFile(header: readonly string[], present: readonly Column[]): Column[] {
  checkHeader(header);
  const roles = new Map(present.map(({ name, role }) => [fold(name), role]));
  const taken = new Set(header.flatMap((name) => roles.get(fold(name)) ?? []));
  const columns = header.map((name): Column => {
    const known = roles.get(fold(name));
    if (known) return { name, role: known };
    const role = guess(name);
    const used = SINGLE.includes(role) && taken.has(role) ? 'text' : role;
    taken.add(used);
    return { name, role: used };
  });
  if (!columns.some(({ role }) => role === 'name')) throw noName();
  return columns;
}

/** FieldErrors for unknown names, and for roles that two columns have. */
export function withRoles(present: readonly Column[], changes: readonly Column[]): Column[] {
  const roles = new Map(changes.map(({ name, role }) => [fold(name), role]));
  const unknown = changes.find(({ name }) => !present.some((each) => fold(each.name) === fold(name)));
  if (unknown) throw wrong(`has no column ${JSON.stringify(unknown.name)} in the table`);
  const columns = present.map(({ name, role }) => ({ name, role: roles.get(fold(name)) ?? role }));
  for (const role of SINGLE) {
    if (columns.filter((each) => each.role === role).length > 1)
      throw wrong(`must have one column as ${role}`);
  }
  if (!columns.some(({ role }) => role === 'name')) throw wrong('must have a column as name');
  return columns;
}

/** Columns such as the size tell apart products of one name. */
export function withVariants(columns: readonly Column[]): Column[] {
  return columns.map(({ name, role }) => ({
    name,
    role: role === 'text' && isNamed(name, VARIANTS) ? 'variant' : role,
  }));
}

function checkHeader(header: readonly string[]): void {
  if (header.length > MAX_COLUMNS) throw inFile(`must have at most ${MAX_COLUMNS} columns`);
  const seen = new Set<string>();
  for (const [at, name] of header.entries()) {
    if (name === '') throw inFile(`has no name for column ${at + 1}`);
    if (name.includes('\0')) throw inFile(`has a name with NUL for column ${at + 1}`);
    if (isLonger(name, MAX_COLUMN_NAME)) {
      throw inFile(`has a name of more than ${MAX_COLUMN_NAME} characters for column ${at + 1}`);
    }
    if (seen.has(fold(name))) throw inFile(`has two columns ${JSON.stringify(name)}`);
    seen.add(fold(name));
  }
}

function rolesGiven(header: readonly string[], given: GivenRoles): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>();
  for (const [field, role] of Object.entries(ROLE_OF_FIELD)) {
    const name = given[field as keyof GivenRoles]; // ROLE_OF_FIELD has its keys
    if (name === undefined) continue;
    const known = header.some((each) => fold(each) === fold(name));
    if (!known) throw new FieldErrors({ [field]: ['must be the name of a column of the file'] });
    roles.set(fold(name), role);
  }
  return roles;
}

const ROLE_OF_FIELD = {
  name_column: 'name',
  key_column: 'key',
  aliases_column: 'aliases',
  price_column: 'price',
  stock_column: 'stock',
  unit_column: 'unit',
} as const satisfies Record<keyof GivenRoles, ColumnRole>;

function guess(name: string): ColumnRole {
  return ROLE_NAMES.find(([, names]) => isNamed(name, names))?.[0] ?? 'text';
}

function isNamed(column: string, names: readonly string[]): boolean {
  const words = ` ${(column.toLowerCase().match(/\p{L}+/gu) ?? []).join(' ')} `;
  return names.some((name) => words.includes(` ${name} `));
}

export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const inFile = (problem: string) => new FieldErrors({ body: [problem] });
const wrong = (problem: string) => new FieldErrors({ columns: [problem] });
const noName = () =>
  inFile('must have a column with the names of the products, such as nama or product. Or give name_column');
