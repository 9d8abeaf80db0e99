import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { createBatcher } from '../../platform/lib/batcher.ts';
import type { CsvRows } from '../../platform/lib/csv-line.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { advise } from '../../platform/lib/numbering-plan.ts';
import { type Page, type PageQuery, pageOf, rangeOf, readPage } from '../../platform/lib/page.ts';
import { normalizePhone, problemOf, storablePhone } from '../../platform/lib/phone.ts';
import {
  changedFields,
  mergedChange,
  type NamingContext,
  needsHeld,
  ownFieldsOf,
  upsertOverHeld,
} from './changes.ts';
import { listFields, valuesOf } from './fields/field.ts';
import type { Values } from './fields/values.ts';
import { type Selection, selectionOf } from './filter.ts';
import * as filters from './filter-store.ts';
import { openImport } from './imports.ts';
import * as schemas from './schema.ts';
import {
  type CheckedContact,
  type ContactFilter,
  type ListContacts,
  MAX_TAG_TEXT,
  MAX_TAGS,
  type UpsertContact,
  type UpsertContacts,
} from './schema.ts';
import * as store from './store.ts';
import * as tagStore from './tag-store.ts';
import * as views from './view.ts';

export const { viewContact } = views;
export const { Contact, ContactDetails, ContactParams } = schemas;

export { MAX_TAG_TEXT, MAX_TAGS };

const MAX_CHANGES = 500;
/** About 0.15 s with new contacts and tags. The cost grows faster than the weight. */
const MAX_WEIGHT = 2_000;
/** Separate batches, so that others need not wait. */
const FEW_TAGS = 20;
/** Tags that such a contact has are read and compared. */
const HELD_WEIGHT = 19;
/** About the numbers of one body. */
const MAX_PROBLEMS = 50;
const CHUNK = 500;

/** `created` is true for exactly one of several concurrent upserts. */
export interface UpsertedContact extends store.StoredContact {
  phone: string;
}

export interface ContactBook {
  /** FieldErrors for an invalid phone number. */
  upsert(account: Account, input: UpsertContact): Promise<UpsertedContact>;
  /**
   * All or none: FieldErrors for an invalid number or import. Contacts with too many tags are FieldErrors after the
   * others are stored.
   */
  upsertAll(account: Account, batch: UpsertContacts): Promise<{ created: number; updated: number }>;
}

export function createContactBook(ctx: NamingContext): ContactBook {
  const createWriter = (parallel: number) =>
    createBatcher<store.ContactChange, store.StoredContact>((changes) => write(ctx, changes), {
      maxItems: MAX_CHANGES,
      parallel,
      weight: { of: weightOf, max: MAX_WEIGHT },
      divideOn: (error) => !isDatabaseUnavailable(error),
    });
  const fewTags = createWriter(2);
  const manyTags = createWriter(1);
  // Alone, so that an import notes no change of another call.
  const imports = createWriter(1);
  const writerOf = (change: store.ContactChange, isRepeated: boolean) => {
    if (change.import_id !== undefined) return imports;
    // One batch at a time keeps the order of the changes of one contact.
    return isRepeated || weightOf(change) > FEW_TAGS + 1 ? manyTags : fewTags;
  };
  return {
    async upsert(account, input) {
      const fields = await ownFieldsOf(ctx.db, account, input);
      const change = changeOf(account, input, fields);
      return { ...(await writerOf(change, false).add(change)), phone: change.phone };
    },
    async upsertAll(account, { contacts, import_id }) {
      requirePhones(account, contacts);
      const values = await ownFieldsOfAll(ctx, account, contacts);
      if (import_id) await openImport(ctx, account.id, import_id);
      const changes = contacts.map((input, index) => ({
        ...changeOf(account, input, values[index]),
        import_id: import_id ?? undefined,
      }));
      const byContact = Map.groupBy(changes, store.keyOf);
      const isRepeated = (change: store.ContactChange) => byContact.get(store.keyOf(change))?.length !== 1;
      const stored = await allOf(changes.map((change) => writerOf(change, isRepeated(change)).add(change)));
      const created = stored.filter((each) => each.created).length;
      return { created, updated: stored.length - created };
    },
  };
}

function weightOf(change: store.ContactChange): number {
  const { tags = [], tags_add = [], tags_remove = [] } = change;
  return 1 + tags.length + tags_add.length + tags_remove.length + (needsHeld(change) ? HELD_WEIGHT : 0);
}

/** Field errors get the place of their contact. */
async function allOf(writes: readonly Promise<store.StoredContact>[]): Promise<store.StoredContact[]> {
  const problems = new Map<string, string[]>();
  const stored: store.StoredContact[] = [];
  for (const [index, write] of (await Promise.allSettled(writes)).entries()) {
    if (write.status === 'fulfilled') stored.push(write.value);
    else if (!(write.reason instanceof FieldErrors)) throw write.reason;
    else if (problems.size < MAX_PROBLEMS) {
      for (const [field, texts] of Object.entries(write.reason.errors)) {
        problems.set(`contacts.${index}.${field}`, texts);
      }
    }
  }
  if (problems.size > 0) throw new FieldErrors(Object.fromEntries(problems));
  return stored;
}

/** FieldErrors at the places of their contacts. */
async function ownFieldsOfAll(
  ctx: Context,
  account: Account,
  inputs: readonly UpsertContact[],
): Promise<(Values | undefined)[]> {
  if (!inputs.some(({ fields }) => fields)) return [];
  const own = await listFields(ctx, account);
  const problems: Record<string, string[]> = {};
  const values = inputs.map(({ fields }, index) => {
    if (!fields || Object.keys(problems).length >= MAX_PROBLEMS) return undefined;
    try {
      return valuesOf(own, fields, { path: `contacts.${index}.fields` });
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error;
      Object.assign(problems, error.errors);
      return undefined;
    }
  });
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems);
  return values;
}

function requirePhones(account: Account, inputs: readonly UpsertContact[]): void {
  const problems = new Map<string, string[]>();
  for (const [index, { phone }] of inputs.entries()) {
    const problem = problems.size < MAX_PROBLEMS ? problemOf(phone, account.country_code) : null;
    if (problem !== null) problems.set(`contacts.${index}.phone`, [problem]);
  }
  if (problems.size > 0) throw new FieldErrors(Object.fromEntries(problems));
}

function changeOf(account: Account, input: UpsertContact, fields: Values | undefined): store.ContactChange {
  const phone = storablePhone(input.phone, account.country_code);
  return { account_id: account.id, phone, ...changedFields(input), fields };
}

/** Merges the changes of one contact; the first one creates it. */
async function write(ctx: NamingContext, changes: store.ContactChange[]): Promise<store.StoredContact[]> {
  const merged = new Map<string, store.ContactChange>();
  for (const change of changes) {
    const earlier = merged.get(store.keyOf(change));
    merged.set(store.keyOf(change), earlier ? mergedChange(earlier, change) : change);
  }
  const upsert = changes.some(needsHeld) ? upsertOverHeld : store.upsertContacts;
  const named = changes.filter(({ name, import_id }) => name !== undefined && import_id === undefined);
  const rows = await upsert(ctx.db, [...merged.values()], ctx.now(), async (tx) => {
    if (named.length > 0) await ctx.onNamed?.(tx, named);
  });
  if (named.length > 0) ctx.bus.publish('events');
  const stored = new Map([...merged.keys()].map((key, index) => [key, rows[index]]));

  const answered = new Set<string>();
  return changes.map((change) => {
    const key = store.keyOf(change);
    const row = stored.get(key);
    if (!row) throw new Error('an upsert without a row');
    const created = row.created && !answered.has(key);
    answered.add(key);
    return { id: row.id, created };
  });
}

/** A contact that has the new number already gets the tags. */
export async function moveContact(
  ctx: Context,
  account_id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (await store.moveContact(ctx.db, account_id, { from, to, now: ctx.now() })) return;
  const tags_add = await store.findTags(ctx.db, account_id, from);
  if (tags_add.length > 0) await write(ctx, [{ account_id, phone: to, tags_add }]);
}

/** What an import would store, beside what is stored now. Changes nothing. */
export async function checkContacts(
  ctx: Context,
  account: Account,
  phones: readonly string[],
): Promise<CheckedContact[]> {
  const { id: account_id, country_code } = account;
  const checked = phones.map((text) => {
    const phone = normalizePhone(text, country_code);
    if (phone === null) return { input: text, phone, country: null, local: null };
    return { input: text, phone, ...advise({ text, phone, homePhone: null, homeCode: country_code }) };
  });
  const wanted = checked.flatMap(({ phone, local }) => [phone ?? [], local?.phone ?? []].flat());
  const held = await store.findHeld(
    ctx.db,
    [...new Set(wanted)].map((each) => ({ account_id, phone: each })),
  );
  const tagsOf = (phone: string) => held.get(store.keyOf({ account_id, phone }))?.tags ?? null;
  return checked.map(({ input, phone, country, local }) => ({
    input,
    number: phone,
    country,
    tags: phone === null ? null : tagsOf(phone),
    local: local && { number: local.phone, country: local.country, tags: tagsOf(local.phone) },
  }));
}

/** In id order. A page beyond the last is empty. */
export async function listContacts(
  ctx: Context,
  account: Account,
  query: ListContacts,
): Promise<{ contacts: store.ContactRow[] } & ReturnType<typeof pageOf>> {
  const { total, contacts } = await readContacts(ctx, account, query);
  return { contacts, ...pageOf(query, total) };
}

async function readContacts(ctx: Context, account: Account, query: ListContacts): Promise<store.Page> {
  const { page, per_page, ...given } = query;
  const [range, { filter, tag }] = [rangeOf({ page, per_page }), await selectionOf(ctx, account, given)];
  if (filter) return filters.listFiltered(ctx.db, filter, range);
  return tag ? store.listTagged(ctx.db, account.id, tag, range) : store.listAll(ctx.db, account.id, range);
}

/** Oldest first. */
export function listTags(
  ctx: Context,
  account: { id: number },
  page: PageQuery,
): Promise<Page<tagStore.TagRow>> {
  return readPage(ctx, {
    ...page,
    list: `tags of account ${account.id}`,
    read: ([after = 0], limit) => tagStore.listTags(ctx.db, { accountId: account.id, after, limit }),
    placeOf: ({ id }) => [id],
  });
}

/** All contacts, or those of a filter, as CSV that a spreadsheet does not calculate. ApiError, FieldErrors. */
export async function exportContacts(
  ctx: Pick<Context, 'db' | 'now'>,
  account: Account,
  query: ContactFilter,
): Promise<CsvRows> {
  const selection = await selectionOf(ctx, account, query);
  const own = (await listFields(ctx, account)).map(({ name }) => name);
  return rowsOf(ctx, account, { ...selection, own });
}

async function* rowsOf(
  ctx: Pick<Context, 'db'>,
  account: Account,
  { filter, tag, own }: Selection & { own: readonly string[] },
): CsvRows {
  const cellsOf = cellsWith(own);
  yield [['phone', 'name', 'email', 'tags', 'created_at', ...own]];
  if (filter?.by === 'search') {
    const found = await filters.listFiltered(ctx.db, filter, { offset: 0, limit: schemas.MAX_FOUND });
    yield found.contacts.map(cellsOf);
    return;
  }
  const chosen = { accountId: account.id, tag, filter, limit: CHUNK };
  for (let after = -1; ; ) {
    const contacts = await filters.readExported(ctx.db, { ...chosen, after });
    yield contacts.map(cellsOf);
    const last = contacts.at(-1);
    if (!last || contacts.length < CHUNK) return;
    after = last.place;
  }
}

const cellsWith =
  (own: readonly string[]) =>
  ({ phone, name, email, tags, created_at, fields }: store.ContactRow) => {
    const values = own.map((field) => (Object.hasOwn(fields, field) ? String(fields[field]) : ''));
    return [phone, name, email ?? '', tags.join('; '), created_at.toISOString(), ...values];
  };

/** By phone. */
export function findNames(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return store.findNames(ctx.db, accountId, phones);
}

export function findTags(ctx: Pick<Context, 'db'>, accountId: number, phone: string): Promise<string[]> {
  return store.findTags(ctx.db, accountId, phone);
}
