import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { cut, isLonger } from '../../platform/lib/text.ts';
import { findByPhone } from './edit-store.ts';
import { listFields } from './fields/field.ts';
import { FIELD_NAME, MAX_FIELD_NAME } from './fields/values.ts';
import { type NamedContact, OF_EACH_CONTACT } from './named-contact.ts';

/** The name and the fallback of `{{name|fallback}}`, for all texts. Blanks around both do not matter. */
const BEGINNING = '\\{\\{([^{}|]*)(?:\\|([^{}]*))?';
export const PLACEHOLDER = `${BEGINNING}\\}\\}`;
const WRITTEN = new RegExp(`${BEGINNING}(\\}\\})?`, 'g');

const PREFIX = 'contact.';
const OF_CONTACT = new RegExp(`^${PREFIX}(${FIELD_NAME})$`);
/** Of a fallback, in code points. */
export const MAX_FALLBACK = 100;
const MAX_REPORTED = 3;

/** The field that the name of a placeholder means. Null: none of a contact. */
export const fieldNamed = (name: string): string | null => OF_CONTACT.exec(name.trim())?.[1] ?? null;

/** All fields of contacts that texts of the account can name. */
export async function listNamedFields(db: Db | Tx, account: { id: number }): Promise<string[]> {
  return [...OF_EACH_CONTACT, ...(await listFields({ db }, account)).map(({ name }) => name)];
}

/** What these texts name. Null: they name no contact, or no contact has the number. */
export async function findNamed(
  db: Db | Tx,
  account: { id: number },
  phone: string,
  texts: readonly string[],
): Promise<NamedContact | null> {
  if (!texts.some((text) => text.includes(PREFIX))) return null;
  return (await findByPhone(db, account.id, phone)) ?? null;
}

/** Reads the fields of the account if a text names a contact. What is wrong with a text; null: nothing. */
export async function placeholderProblem(
  db: Db | Tx,
  account: { id: number },
  texts: readonly string[],
): Promise<string | null> {
  const written = texts
    .flatMap((text) => [...text.matchAll(WRITTEN)])
    .map(([, name = '', fallback = '', end]) => ({ name: name.trim(), fallback: fallback.trim(), end }))
    .filter(({ name }) => name.startsWith(PREFIX));
  const open = written.find(({ end }) => end === undefined);
  if (open) return `has {{${shown(open.name)} without }}`;
  const long = written.find(({ fallback }) => isLonger(fallback, MAX_FALLBACK));
  if (long) return `must have at most ${MAX_FALLBACK} characters after {{${shown(long.name)}|`;
  const isIn = (names: readonly string[], name: string) => names.includes(fieldNamed(name) ?? '');
  const wanted = new Set(written.map(({ name }) => name).filter((name) => !isIn(OF_EACH_CONTACT, name)));
  if (wanted.size === 0) return null;
  const known = await listNamedFields(db, account);
  const unknown = [...wanted].filter((name) => !isIn(known, name)).slice(0, MAX_REPORTED);
  if (unknown.length === 0) return null;
  const usable = known.map((name) => `${PREFIX}${name}`).join(', ');
  return `has no variable "${unknown.map(shown).join('", "')}": use ${usable}`;
}

const shown = (name: string) => cut(name, PREFIX.length + MAX_FIELD_NAME);
