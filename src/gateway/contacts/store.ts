import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { Range } from '../../platform/lib/page.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import type { StoredValues, Values } from './fields/values.ts';
import { valuesSql } from './fields/values-sql.ts';

/** A page is found by adding up counts of blocks, and reading at most one block. */
export const BLOCK = 1024;

export interface ContactRow {
  id: number;
  phone: string;
  name: string;
  email: string | null;
  tags: string[];
  notes: string | null;
  /** Own fields with a value, by their names. */
  fields: StoredValues;
  created_at: Date;
  updated_at: Date;
}

/** Undefined leaves a field unchanged. The statements here know `tags`, which replaces: see `upsertOverHeld`. */
export interface ContactChange {
  account_id: number;
  phone: string;
  name?: string | undefined;
  email?: string | null | undefined;
  tags?: readonly string[] | undefined;
  tags_add?: readonly string[] | undefined;
  tags_remove?: readonly string[] | undefined;
  /** Own fields by their ids; null takes a value away, and a field that is missing stays. */
  fields?: Values | undefined;
  /** The import that notes the change. */
  import_id?: string | undefined;
}

/** In the order of the changes. */
export interface StoredContact {
  id: number;
  created: boolean;
}

export interface Page {
  total: number;
  contacts: ContactRow[];
}

/** Also locks the existing rows, which `where false` leaves unchanged. */
const LOCK_BOOKS = statement<{ accountIds: readonly number[] }>(
  'contacts.lock_books',
  `insert into contact_books as b (account_id)
   select id from unnest(:accountIds::bigint[]) as id order by id
   on conflict (account_id) do update set next_place = b.next_place where false`,
);

/** Tags are a list without repetition; pairs of numbers from 1 assign them to changes. */
interface ChangeColumns {
  accountIds: readonly number[];
  phones: readonly string[];
  names: readonly (string | null)[];
  setsEmails: readonly boolean[];
  emails: readonly (string | null)[];
  /** JSON. */
  fields: readonly (string | null)[];
  setsTags: readonly boolean[];
  tagAccountIds: readonly number[];
  tagNames: readonly string[];
  taggedChanges: readonly number[];
  tags: readonly number[];
}

/**
 * Takes ids before the insert, and finds related rows by array index: PostgreSQL does not know the batch size, and
 * would join row by row.
 */
const UPSERT = statement<ChangeColumns & { now: Date }, StoredContact>(
  'contacts.upsert',
  `
  with input as materialized (
    select i.*, c.id, c.place, b.next_place
    from unnest(
      :accountIds::bigint[], :phones::text[], :names::text[],
      :setsEmails::bool[], :emails::text[], :setsTags::bool[], :fields::jsonb[]
    ) with ordinality as i (account_id, phone, name, sets_email, email, sets_tags, fields, n)
    cross join lateral (
      select next_place from contact_books where account_id = i.account_id offset 0
    ) b
    left join lateral (
      select id, place from contacts c where c.account_id = i.account_id and c.phone = i.phone limit 1
    ) c on true
  ), contact as materialized (
    select n, account_id, phone, name, sets_email, email, sets_tags, fields, id is null as created,
      coalesce(place, new_place) as place, coalesce(id, nextval(pg_get_serial_sequence('contacts', 'id'))) as id
    from (
      select *, next_place - 1
        + count(*) filter (where id is null) over (partition by account_id order by n) as new_place
      from input order by account_id, n
    ) numbered
  ), created as (
    insert into contacts (id, account_id, place, phone, name, email, fields, created_at, updated_at)
      overriding system value
    select id, account_id, place, phone, coalesce(name, ''), email,
      case when fields is not null then kurir_contact_fields(account_id, null, fields) end, :now, :now
    from contact where created
  ), counted as (
    update contact_books b set next_place = b.next_place + c.contacts
    from (select account_id, count(*) as contacts from contact where created group by account_id) c
    where b.account_id = c.account_id and b.account_id = any (:accountIds)
  ), tag as materialized (
    select i.*, t.id is null as created, coalesce(t.id, nextval(pg_get_serial_sequence('tags', 'id'))) as id
    from unnest(:tagAccountIds::bigint[], :tagNames::text[]) with ordinality as i (account_id, name, t)
    left join lateral (
      select id from tags t where t.account_id = i.account_id and t.name = i.name limit 1
    ) t on true
  ), new_tag as (
    insert into tags (id, account_id, name, created_at) overriding system value
    select id, account_id, name, :now from tag where created
  ), wanted_tag as materialized (
    select account_ids[n] as account_id, places[n] as place, tag_ids[t] as tag_id
    from unnest(:taggedChanges::int[], :tags::int[]) as pair (n, t)
    cross join (
      select array_agg(account_id order by n) as account_ids, array_agg(place order by n) as places from contact
    ) c
    cross join (select array_agg(id order by t) as tag_ids from tag) t
  ), held_tag as materialized (
    select h.account_id, h.place, h.tag_id
    from contact c cross join lateral (
      select * from contact_tags h where h.account_id = c.account_id and h.place = c.place offset 0
    ) h
    where c.sets_tags and not c.created
  ), tagged as (
    insert into contact_tags (account_id, place, tag_id)
    select * from wanted_tag except select * from held_tag order by account_id, place, tag_id
    returning account_id, place, tag_id
  ), untagged as (
    delete from contact_tags h using (select * from held_tag except select * from wanted_tag) as gone
    where h.account_id = gone.account_id and h.place = gone.place and h.tag_id = gone.tag_id
    returning h.account_id, h.place, h.tag_id
  ), moved as materialized (
    select account_id, list, place / ${BLOCK} as block, sum(change) as change from (
      select account_id, place, 0 as list, 1 as change from contact where created
      union all select account_id, place, tag_id, 1 from tagged
      union all select account_id, place, tag_id, -1 from untagged
    ) as changes
    group by 1, 2, 3
  ), more as (
    insert into contact_blocks as b (account_id, list, block, contacts)
    select account_id, list, block, change from moved where change > 0 order by account_id, list, block
    on conflict (account_id, list, block) do update set contacts = b.contacts + excluded.contacts
  ), fewer as (
    update contact_blocks b set contacts = b.contacts + m.change from moved m
    where m.change < 0 and b.account_id = m.account_id and b.list = m.list and b.block = m.block
  ), updated as (
    update contacts c
    set name = coalesce(i.name, c.name), updated_at = :now,
      email = case when i.sets_email then i.email else c.email end,
      fields = case when i.fields is null then c.fields else kurir_contact_fields(c.account_id, c.fields, i.fields) end
    from contact i
    where c.id = any (array(select id from contact where not created)) and c.id = i.id and (
      i.name <> c.name or i.sets_email and i.email is distinct from c.email
      or i.fields is not null and kurir_contact_fields(c.account_id, c.fields, i.fields) is distinct from c.fields
      or exists (select from tagged t where t.account_id = c.account_id and t.place = c.place)
      or exists (select from untagged t where t.account_id = c.account_id and t.place = c.place)
    )
  )
  select id, created from contact order by n`,
);

export const CONTACT = `c.id, c.phone, c.name, c.email, c.notes, ${valuesSql('c.account_id')},
  c.created_at, c.updated_at, array(
    select g.name from contact_tags h join tags g on g.id = h.tag_id
    where h.account_id = :accountId and h.place = c.place
    order by g.name collate "C"
  ) as tags`;

/** `list` selects the id of the list, `table` its sequence numbers. */
const page = (list: string, table: string) => `
  with block as materialized (
    select block, contacts, sum(contacts) over (order by block rows unbounded preceding) - contacts as before
    from contact_blocks where account_id = :accountId and list = ${list}
  ), start as materialized (
    select block, before from block where before <= :offset::bigint and :offset::bigint < before + contacts
  ), shown as materialized (
    select place from ${table}
    and place >= (select block * ${BLOCK} from start)
    order by place
    offset :offset::bigint - (select before from start) limit :limit::bigint
  )
  select t.total, ${CONTACT}
  from (select coalesce(sum(contacts), 0) as total from block) t
  left join (shown s join contacts c on c.account_id = :accountId and c.place = s.place) on true
  order by c.place`;

interface PageParams {
  accountId: number;
  offset: number;
  limit: number;
}

/** The total is in every row; an empty page is one row without a contact. */
export interface PageRow extends Omit<ContactRow, 'id'> {
  total: number;
  id: number | null;
}

export const TAG = '(select id from tags where account_id = :accountId and name = :tag)';

const FIND_TAG = statement<{ accountId: number; tag: string }, { id: number }>(
  'contacts.find_tag',
  'select id from tags where account_id = :accountId and name = :tag',
);

/** Whether the account has the tag, also without contacts. */
export async function hasTag(db: Queryable, given: { accountId: number; tag: string }): Promise<boolean> {
  return (await FIND_TAG.first(db, given)) !== undefined;
}

const LIST_ALL = statement<PageParams, PageRow>(
  'contacts.list_all',
  page('0', 'contacts where account_id = :accountId'),
);
const LIST_TAGGED = statement<PageParams & { tag: string }, PageRow>(
  'contacts.list_tagged',
  page(TAG, `contact_tags where account_id = :accountId and tag_id = ${TAG}`),
);

/** Phones of one account must differ. `then`: in the same transaction. */
export async function upsertContacts(
  db: Db,
  changes: readonly ContactChange[],
  now: Date,
  then?: (tx: Tx) => Promise<void>,
): Promise<StoredContact[]> {
  return db.transaction(async (tx) => {
    await lockBooks(tx, changes);
    const stored = await upsertLocked(tx, changes, now);
    await then?.(tx);
    return stored;
  });
}

/** Accounts are locked in id order, against deadlocks, and rows change only under this lock. */
export async function lockBooks(tx: Tx, changes: readonly { account_id: number }[]): Promise<void> {
  await LOCK_BOOKS.run(tx, { accountIds: [...new Set(changes.map((change) => change.account_id))] });
}

/** A statement after that of the lock sees rows committed during the wait for it. */
export function upsertLocked(tx: Tx, changes: readonly ContactChange[], now: Date): Promise<StoredContact[]> {
  return UPSERT.all(tx, { ...columnsOf(changes), now });
}

function columnsOf(changes: readonly ContactChange[]): ChangeColumns {
  const tags = new Map<string, { account_id: number; name: string; t: number }>();
  const pairs: { n: number; t: number }[] = [];
  for (const [index, { account_id, tags: names = [] }] of changes.entries()) {
    for (const name of names) {
      const key = `${account_id} ${name}`;
      const tag = tags.get(key) ?? { account_id, name, t: tags.size + 1 };
      tags.set(key, tag);
      pairs.push({ n: index + 1, t: tag.t });
    }
  }
  const newTags = [...tags.values()];
  return {
    accountIds: changes.map((change) => change.account_id),
    phones: changes.map((change) => change.phone),
    names: changes.map((change) => change.name ?? null),
    setsEmails: changes.map((change) => change.email !== undefined),
    emails: changes.map((change) => change.email ?? null),
    fields: changes.map(({ fields }) => (fields ? JSON.stringify(fields) : null)),
    setsTags: changes.map((change) => change.tags !== undefined),
    tagAccountIds: newTags.map((tag) => tag.account_id),
    tagNames: newTags.map((tag) => tag.name),
    taggedChanges: pairs.map(({ n }) => n),
    tags: pairs.map(({ t }) => t),
  };
}

/** The total is of the same snapshot. */
export async function listAll(db: Db, accountId: number, range: Range): Promise<Page> {
  return pageOf(await LIST_ALL.all(db, { accountId, ...range }));
}

export async function listTagged(db: Db, accountId: number, tag: string, range: Range): Promise<Page> {
  return pageOf(await LIST_TAGGED.all(db, { accountId, ...range, tag }));
}

export function pageOf(rows: readonly PageRow[]): Page {
  return {
    total: rows[0]?.total ?? 0,
    contacts: rows.flatMap(({ total: _, id, ...contact }) => (id === null ? [] : [{ id, ...contact }])),
  };
}

const FIND_NAMES = statement<
  { accountId: number; phones: readonly string[] },
  { phone: string; name: string }
>(
  'contacts.find_names',
  `select phone, name from contacts
   where account_id = :accountId and phone = any (:phones::text[]) and name <> ''`,
);

/** Contacts without a name are missing. */
export async function findNames(
  db: Db,
  accountId: number,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const rows = await FIND_NAMES.all(db, { accountId, phones });
  return new Map(rows.map(({ phone, name }) => [phone, name]));
}

const MOVE = statement<
  { accountId: number; from: readonly string[]; to: string; taken: readonly string[]; now: Date },
  { id: number }
>(
  'contacts.move',
  `update contacts set phone = :to, updated_at = :now
   where id = (
     select id from contacts where account_id = :accountId and phone = any (:from::text[]) order by phone limit 1
   ) and not exists (select from contacts where account_id = :accountId and phone = any (:taken::text[]))
   returning id`,
);

/** False when the new number has a contact, or the earlier one none. */
export async function moveContact(
  db: Db,
  accountId: number,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const given = { accountId, from: spellingsOf(from), to, taken: spellingsOf(to), now };
  return (await MOVE.first(db, given)) !== undefined;
}

const FIND_TAGS = statement<{ accountId: number; phone: string }, { name: string }>(
  'contacts.find_tags',
  `select g.name from contacts c
   join contact_tags h on h.account_id = c.account_id and h.place = c.place
   join tags g on g.id = h.tag_id
   where c.account_id = :accountId and c.phone = :phone order by g.name collate "C"`,
);

/** Of one contact, or none. */
export async function findTags(db: Db, accountId: number, phone: string): Promise<string[]> {
  return (await FIND_TAGS.all(db, { accountId, phone })).map(({ name }) => name);
}

export interface HeldContact {
  account_id: number;
  phone: string;
  place: number;
  name: string;
  email: string | null;
  tags: string[];
  /** By the ids of fields. */
  fields: StoredValues | null;
}

const FIND_HELD = statement<{ accountIds: readonly number[]; phones: readonly string[] }, HeldContact>(
  'contacts.find_held',
  `select c.account_id, c.phone, c.place, c.name, c.email, c.fields, array(
     select g.name from contact_tags h join tags g on g.id = h.tag_id
     where h.account_id = c.account_id and h.place = c.place
     order by g.name collate "C"
   ) as tags
   from unnest(:accountIds::bigint[], :phones::text[]) as i (account_id, phone)
   cross join lateral (
     select account_id, phone, place, name, email, fields from contacts c
     where c.account_id = i.account_id and c.phone = i.phone limit 1
   ) c`,
);

/** The contacts that exist, by `keyOf`. */
export async function findHeld(
  db: Queryable,
  contacts: readonly { account_id: number; phone: string }[],
): Promise<Map<string, HeldContact>> {
  const [accountIds, phones] = [contacts.map((each) => each.account_id), contacts.map((each) => each.phone)];
  const rows = contacts.length === 0 ? [] : await FIND_HELD.all(db, { accountIds, phones });
  return new Map(rows.map((row) => [keyOf(row), row]));
}

export const keyOf = ({ account_id, phone }: { account_id: number; phone: string }) =>
  `${account_id} ${phone}`;
