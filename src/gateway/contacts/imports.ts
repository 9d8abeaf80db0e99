import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { DAY } from '../../platform/lib/clock.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { deleteLocked } from './edit-store.ts';
import type { Values } from './fields/values.ts';
import * as store from './import-store.ts';
import { areTags } from './schema.ts';
import * as contacts from './store.ts';

/** In which an import can be undone, from its first batch. */
export const UNDO_MS = DAY;
const MAX_CONTACTS = 50_000;
/** Of an account. Its oldest imports are forgotten first. */
export const MAX_IMPORTS = 20;
const MAX_NOTED = 200_000;
/** One call holds the lock of the account. */
const UNDO_BATCH = 200;
const FORGOTTEN_AT_ONCE = 10;

interface Fields {
  name: string;
  email: string | null;
  tags: readonly string[];
  /** Own fields by their ids. Notes of an earlier version have none. */
  fields?: Values | null | undefined;
}

/** Before and after; fields that stayed are missing. */
interface Difference {
  name?: [string, string];
  email?: [string | null, string | null];
  came: readonly string[];
  went: readonly string[];
  /** Own fields by their ids; null: no value. */
  own?: Record<string, [Value, Value]>;
}

type Value = Values[string];

type Note =
  | { phone: string; created: true; change: Fields }
  | { phone: string; created: false; change: Difference };

export interface Undone {
  /** Contacts that the import had created. */
  removed: number;
  /** Contacts that have what they had before. */
  restored: number;
  /** Contacts that were used or changed since, and keep that. */
  kept: number;
  /** Contacts for the next calls. */
  left: number;
}

const since = (ctx: Pick<Context, 'now'>) => new Date(ctx.now().getTime() - UNDO_MS);

/** FieldErrors for an import that takes no more contacts. */
export async function openImport(ctx: Context, accountId: number, id: string): Promise<void> {
  const { started_at, undone_at, created, changed } = await store.openImport(ctx.db, {
    accountId,
    id,
    at: ctx.now(),
  });
  const refuse = (text: string) => new FieldErrors({ import_id: [text] });
  if (undone_at !== null) throw refuse('is undone: begin another import with another id');
  if (started_at <= since(ctx)) throw refuse('is a day old: begin another import with another id');
  if (created + changed >= MAX_CONTACTS)
    throw refuse(`has ${MAX_CONTACTS} contacts already: take another id`);
  if (created + changed > 0) return;
  const limits = { since: since(ctx), imports: MAX_IMPORTS, contacts: MAX_NOTED };
  await store.trimImports(ctx.db, { accountId, ...limits });
}

/** The imports that can be undone, or were, the newest first. */
export function listImports(ctx: Context, account: Account): Promise<store.ImportRow[]> {
  return store.listImports(ctx.db, { accountId: account.id, since: since(ctx) });
}

/** Notes what the changes of imports do to contacts that have been like `held`. */
export async function noteImports(
  tx: Tx,
  changes: readonly contacts.ContactChange[],
  held: ReadonlyMap<string, contacts.HeldContact>,
): Promise<void> {
  const noted = changes.flatMap((change) => {
    const { account_id, import_id } = change;
    const note = import_id === undefined ? null : noteOf(change, held.get(contacts.keyOf(change)));
    return note === null || import_id === undefined ? [] : [{ account_id, import_id, note }];
  });
  const byImport = Map.groupBy(noted, ({ account_id, import_id }) => `${account_id} ${import_id}`);
  for (const [first, ...others] of byImport.values()) {
    if (!first) continue;
    const notes = [first, ...others].map(({ note }) => note);
    await store.addNotes(tx, first.account_id, first.import_id, notes);
  }
}

function noteOf(change: contacts.ContactChange, before: Fields | undefined): Note | null {
  const { phone, name, email, tags, fields } = change;
  const after = {
    name: name ?? before?.name ?? '',
    email: email === undefined ? (before?.email ?? null) : email,
    tags: tags ?? before?.tags ?? [],
    fields: valued({ ...before?.fields, ...fields }),
  };
  if (!before) return { phone, created: true, change: after };
  const difference: Difference = {
    ...(before.name !== after.name && { name: [before.name, after.name] }),
    ...(before.email !== after.email && { email: [before.email, after.email] }),
    came: without(after.tags, before.tags),
    went: without(before.tags, after.tags),
    ...differenceOf(before.fields ?? {}, after.fields),
  };
  const { came, went, own } = difference;
  const isSame = !difference.name && !difference.email && !own && came.length + went.length === 0;
  return isSame ? null : { phone, created: false, change: difference };
}

/** Without what has no value. */
const valued = (fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function differenceOf(before: Values, after: Values): Pick<Difference, 'own'> {
  const ids = Object.keys({ ...before, ...after });
  const changed = ids.flatMap((id) => {
    const [old, now] = [before[id] ?? null, after[id] ?? null];
    return old === now ? [] : [[id, [old, now]] as const];
  });
  return changed.length === 0 ? {} : { own: Object.fromEntries(changed) as Record<string, [Value, Value]> };
}

const without = (tags: readonly string[], others: readonly string[]) => {
  const gone = new Set(others);
  return tags.filter((tag) => !gone.has(tag));
};

/**
 * Undoes the newest part: call it until nothing is left. The import then takes no more contacts. ApiError
 * contact_import_not_found, also after a day.
 */
export async function undoImport(ctx: Context, account: Account, id: string): Promise<Undone> {
  const { id: account_id } = account;
  if (!isUuid(id)) throw new ApiError('contact_import_not_found');
  return ctx.db.transaction(async (tx) => {
    await contacts.lockBooks(tx, [{ account_id }]);
    const at = ctx.now();
    const begun = await store.markUndone(tx, { accountId: account_id, id, since: since(ctx), at });
    if (!begun) throw new ApiError('contact_import_not_found');
    // `noteOf` wrote them.
    const notes = (await store.takeNotes(tx, account_id, id, UNDO_BATCH)) as Note[];
    const held = await contacts.findHeld(
      tx,
      notes.map(({ phone }) => ({ account_id, phone })),
    );
    const byPhone = new Map([...held.values()].map((contact) => [contact.phone, contact]));
    const made = notes.flatMap(({ phone, created }) => (created ? (byPhone.get(phone)?.place ?? []) : []));
    const used = await store.findUsed(tx, account_id, begun.started_at, made);
    const { gone, changes, ...counts } = reverse(notes, byPhone, used);
    if (changes.length > 0) await contacts.upsertLocked(tx, changes, at);
    if (gone.length > 0) await deleteLocked(tx, account_id, gone);
    return { ...counts, left: await store.countNotes(tx, account_id, id) };
  });
}

/** `notes` are the newest first, so that several changes of one contact are taken back in order. */
function reverse(
  notes: readonly Note[],
  held: ReadonlyMap<string, contacts.HeldContact>,
  used: ReadonlySet<number>,
) {
  const [states, gone, kept] = [new Map<string, Fields>(), new Map<string, number>(), new Set<string>()];
  for (const note of notes) {
    const { phone } = note;
    const contact = held.get(phone);
    if (!contact) continue;
    const state = states.get(phone) ?? contact;
    if (note.created) {
      if (!used.has(contact.place) && isEqual(state, note.change)) gone.set(phone, contact.place);
      else kept.add(phone);
      continue;
    }
    const { isWhole, ...fields } = takenBack(state, note.change);
    states.set(phone, fields);
    if (!isWhole) kept.add(phone);
  }
  const changes = [...states].flatMap(([phone, fields]) => {
    const contact = held.get(phone);
    const isChanged = contact && !gone.has(phone) && !isEqual(contact, fields);
    const change = { ...fields, fields: fields.fields ?? undefined };
    return isChanged ? [{ account_id: contact.account_id, phone, ...change }] : [];
  });
  const restored = [...states.keys()].filter((phone) => !gone.has(phone) && !kept.has(phone)).length;
  return { gone: [...gone.values()], changes, removed: gone.size, restored, kept: kept.size };
}

/** Fields with later changes stay. */
function takenBack(
  now: Fields,
  { name, email, came, went, own = {} }: Difference,
): Fields & { isWhole: boolean } {
  const hasName = name === undefined || now.name === name[1];
  const hasEmail = email === undefined || now.email === email[1];
  const tags = [...new Set([...without(now.tags, came), ...went])];
  const fits = areTags(tags);
  const held = now.fields ?? {};
  const back = Object.entries(own).filter(([id, [, after]]) => (held[id] ?? null) === after);
  return {
    name: name && hasName ? name[0] : now.name,
    email: email && hasEmail ? email[0] : now.email,
    tags: fits ? tags : now.tags,
    fields: { ...held, ...Object.fromEntries(back.map(([id, [before]]) => [id, before])) },
    isWhole: hasName && hasEmail && fits && back.length === Object.keys(own).length,
  };
}

function isEqual(one: Fields, other: Fields): boolean {
  const own = differenceOf(valued(one.fields ?? {}), valued(other.fields ?? {})).own;
  const isSame = one.name === other.name && one.email === other.email && !own;
  return isSame && one.tags.length === other.tags.length && without(one.tags, other.tags).length === 0;
}

/** Forgets imports that cannot be undone any more, in chunks: each may have many contacts. */
export async function tidyImports(ctx: Context): Promise<number> {
  for (let forgotten = 0; ; ) {
    const count = await store.forgetImports(ctx.db, { before: since(ctx), limit: FORGOTTEN_AT_ONCE });
    forgotten += count;
    if (count < FORGOTTEN_AT_ONCE) return forgotten;
  }
}
