import type { Context } from '../../context.ts';
import { givenFields } from '../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import { cut } from '../../platform/lib/text.ts';
import { listFields, valuesOf } from './fields/field.ts';
import type { Values } from './fields/values.ts';
import { noteImports } from './imports.ts';
import { areTags, type ContactFields, MAX_NAME, TOO_MANY_TAGS } from './schema.ts';
import * as store from './store.ts';

type Change = store.ContactChange;

const NAMED_AT_ONCE = 500;

/** Knows who shows the names of contacts. */
export interface NamingContext extends Context {
  /** In the transaction that names contacts of these numbers, imports excepted. `events` is published after it. */
  onNamed?: (tx: Tx, named: readonly { account_id: number; phone: string }[]) => Promise<void>;
}

/** As the store takes them. */
export const changedFields = ({ name, email, tags, tags_add, tags_remove }: ContactFields) => ({
  name: name === null ? '' : name,
  email,
  tags: tags === undefined ? undefined : [...new Set(tags)],
  tags_add: tags_add ?? undefined,
  tags_remove: tags_remove ?? undefined,
});

/** Reads the fields of the account if the body names some. FieldErrors. */
export async function ownFieldsOf(
  db: Db | Tx,
  account: { id: number },
  { fields }: Pick<ContactFields, 'fields'>,
): Promise<Values | undefined> {
  if (!fields || Object.keys(fields).length === 0) return undefined;
  return valuesOf(await listFields({ db }, account), fields);
}

/** Whether the change depends on what the contact has. */
export const needsHeld = ({ tags_add, tags_remove, import_id }: Change): boolean =>
  tags_add !== undefined || tags_remove !== undefined || import_id !== undefined;

/** One change in place of two of the same contact. Throws FieldErrors for too many tags. */
export function mergedChange(first: Change, second: Change): Change {
  const both = { ...first, ...givenFields(second), ...mergedFields(first, second) };
  if (second.tags !== undefined) return { ...both, tags_add: undefined, tags_remove: undefined };
  if (first.tags !== undefined) {
    return { ...both, tags: tagsAfter(first.tags, second), tags_add: undefined, tags_remove: undefined };
  }
  const [added, removed] = [second.tags_add ?? [], second.tags_remove ?? []];
  return {
    ...both,
    tags_add: [...(first.tags_add ?? []), ...added],
    tags_remove: [...(first.tags_remove ?? []).filter((tag) => !added.includes(tag)), ...removed],
  };
}

const mergedFields = (first: Change, second: Change) =>
  first.fields && second.fields ? { fields: { ...first.fields, ...second.fields } } : {};

/** The change with all tags that its contact then has. Throws FieldErrors for too many tags. */
export function overHeld(change: Change, tags: readonly string[]): Change {
  const isOfTags = change.tags_add !== undefined || change.tags_remove !== undefined;
  return isOfTags ? { ...change, tags: tagsAfter(tags, change) } : change;
}

/** Throws FieldErrors for too many tags. */
function tagsAfter(held: readonly string[], { tags_add = [], tags_remove = [] }: Change): string[] {
  const gone = new Set(tags_remove);
  const tags = [...new Set([...held, ...tags_add])].filter((tag) => !gone.has(tag));
  if (tags_add.length > 0 && !areTags(tags)) throw new FieldErrors({ tags_add: [TOO_MANY_TAGS] });
  return tags;
}

/** Like `upsertContacts`, for changes that depend on what their contacts have. */
export function upsertOverHeld(
  db: Db,
  changes: readonly Change[],
  now: Date,
  then?: (tx: Tx) => Promise<void>,
): Promise<store.StoredContact[]> {
  return db.transaction(async (tx) => {
    await store.lockBooks(tx, changes);
    const held = await store.findHeld(tx, changes.filter(needsHeld));
    const whole = changes.map((change) => overHeld(change, held.get(store.keyOf(change))?.tags ?? []));
    const stored = await store.upsertLocked(tx, whole, now);
    await noteImports(tx, whole, held);
    await then?.(tx);
    return stored;
  });
}

/** Fills empty names, and makes contacts of unknown numbers. A name that a person gave stays. */
export async function nameContacts(
  ctx: Pick<Context, 'db' | 'now'>,
  account_id: number,
  given: readonly { phone: string; name: string | null }[],
): Promise<void> {
  for (let start = 0; start < given.length; start += NAMED_AT_ONCE) {
    const named = given.slice(start, start + NAMED_AT_ONCE);
    await ctx.db.transaction(async (tx) => {
      await store.lockBooks(tx, [{ account_id }]);
      const changes = await unnamedOf(tx, account_id, named);
      if (changes.length > 0) await store.upsertLocked(tx, changes, ctx.now());
    });
  }
}

/** Those without a contact that has a name, in any spelling of their number. */
async function unnamedOf(tx: Tx, account_id: number, given: Parameters<typeof nameContacts>[2]) {
  const spellings = given.flatMap(({ phone }) => spellingsOf(phone));
  const held = await store.findHeld(
    tx,
    [...new Set(spellings)].map((phone) => ({ account_id, phone })),
  );
  const changes = new Map<string, Change>();
  for (const { phone, name } of given) {
    const [first, ...others] = spellingsOf(phone);
    const known = [first, ...others].flatMap(
      (each) => held.get(store.keyOf({ account_id, phone: each })) ?? [],
    )[0];
    const isMissing = known ? known.name === '' && name !== null : true;
    if (isMissing)
      changes.set(first, { account_id, phone: known?.phone ?? phone, name: cut(name ?? '', MAX_NAME) });
  }
  return [...changes.values()];
}
