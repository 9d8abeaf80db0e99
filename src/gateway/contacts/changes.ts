import { givenFields } from '../../platform/lib/change-of.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { noteImports } from './imports.ts';
import { areTags, type ContactFields, TOO_MANY_TAGS } from './schema.ts';
import * as store from './store.ts';

type Change = store.ContactChange;

/** As the store takes them. */
export const changedFields = ({ name, email, tags, tags_add, tags_remove }: ContactFields) => ({
  name: name === null ? '' : name,
  email,
  tags: tags === undefined ? undefined : [...new Set(tags)],
  tags_add: tags_add ?? undefined,
  tags_remove: tags_remove ?? undefined,
});

/** Whether the change depends on what the contact has. */
export const needsHeld = ({ tags_add, tags_remove, import_id }: Change): boolean =>
  tags_add !== undefined || tags_remove !== undefined || import_id !== undefined;

/** One change in place of two of the same contact. Throws FieldErrors for too many tags. */
export function mergedChange(first: Change, second: Change): Change {
  const both = { ...first, ...givenFields(second) };
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
): Promise<store.StoredContact[]> {
  return db.transaction(async (tx) => {
    await store.lockBooks(tx, changes);
    const held = await store.findHeld(tx, changes.filter(needsHeld));
    const whole = changes.map((change) => overHeld(change, held.get(store.keyOf(change))?.tags ?? []));
    const stored = await store.upsertLocked(tx, whole, now);
    await noteImports(tx, whole, held);
    return stored;
  });
}
