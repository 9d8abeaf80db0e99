import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { createBatcher } from '../lib/batcher.ts';
import { isDatabaseUnavailable } from '../lib/db/unavailable.ts';
import { pageOf, rangeOf } from '../lib/paging.ts';
import { storablePhone } from '../lib/phone.ts';
import { type ListContacts, MAX_TAG_TEXT, MAX_TAGS, type UpsertContact } from './schema.ts';
import * as store from './store.ts';

export { MAX_TAG_TEXT, MAX_TAGS };

const MAX_CHANGES = 500;
/**
 * About 0.15 s with new contacts and tags. The cost grows faster than the weight: 500 contacts with 100 new
 * tags each would exceed the silence limit.
 */
const MAX_WEIGHT = 2_000;
/** Contacts with more tags have separate batches, so that others need not wait. */
const FEW_TAGS = 20;

/** `created` is true for exactly one of several concurrent upserts. */
export interface UpsertedContact extends store.StoredContact {
  phone: string;
}

export interface ContactBook {
  /** Throws FieldErrors for an invalid phone number. */
  upsert(account: Account, input: UpsertContact): Promise<UpsertedContact>;
}

export function createContactBook(ctx: Context): ContactBook {
  const createWriter = (parallel: number) =>
    createBatcher<store.ContactChange, store.StoredContact>((changes) => write(ctx, changes), {
      maxItems: MAX_CHANGES,
      parallel,
      weight: { of: ({ tags = [] }) => 1 + tags.length, max: MAX_WEIGHT },
      divideOn: (error) => !isDatabaseUnavailable(error),
    });
  const fewTags = createWriter(2);
  const manyTags = createWriter(1);
  return {
    async upsert(account, input) {
      const change = changeOf(account, input);
      const { add } = (change.tags ?? []).length > FEW_TAGS ? manyTags : fewTags;
      return { ...(await add(change)), phone: change.phone };
    },
  };
}

function changeOf(account: Account, input: UpsertContact): store.ContactChange {
  const phone = storablePhone(input.phone, account.country_code);
  const { name, email, tags } = input;
  return {
    account_id: account.id,
    phone,
    name: name === null ? '' : name,
    email,
    tags: tags === undefined ? undefined : [...new Set(tags)],
  };
}

/** Merges the changes of one contact; the first one creates it. */
async function write(ctx: Context, changes: store.ContactChange[]): Promise<store.StoredContact[]> {
  const merged = new Map<string, store.ContactChange>();
  for (const change of changes) {
    const earlier = merged.get(keyOf(change));
    merged.set(keyOf(change), earlier ? after(earlier, change) : change);
  }
  const rows = await store.upsertContacts(ctx.db, [...merged.values()], ctx.now());
  const stored = new Map([...merged.keys()].map((key, index) => [key, rows[index]]));

  const answered = new Set<string>();
  return changes.map((change) => {
    const key = keyOf(change);
    const row = stored.get(key);
    if (!row) throw new Error('an upsert without a row');
    const created = row.created && !answered.has(key);
    answered.add(key);
    return { id: row.id, created };
  });
}

const keyOf = (change: store.ContactChange) => `${change.account_id} ${change.phone}`;

function after(first: store.ContactChange, second: store.ContactChange): store.ContactChange {
  return {
    ...first,
    ...Object.fromEntries(Object.entries(second).filter(([, value]) => value !== undefined)),
  };
}

/** In id order. A page beyond the last is empty. */
export async function listContacts(
  ctx: Context,
  account: Account,
  query: ListContacts,
): Promise<{ contacts: store.ContactRow[] } & ReturnType<typeof pageOf>> {
  const range = rangeOf(query);
  const { total, contacts } = query.tag
    ? await store.listTagged(ctx.db, account.id, query.tag, range)
    : await store.listAll(ctx.db, account.id, range);
  return { contacts, ...pageOf(query, total) };
}

/** Names of contacts by their phones. */
export function findNames(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return store.findNames(ctx.db, accountId, phones);
}

/** Tags of the contact with this phone. */
export function findTags(ctx: Pick<Context, 'db'>, accountId: number, phone: string): Promise<string[]> {
  return store.findTags(ctx.db, accountId, phone);
}
