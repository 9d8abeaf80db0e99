import type pg from 'pg';

/** Places per block of `contact_blocks`: a page is found by adding up blocks and walking through at most one of them. */
const BLOCK = 1024;

export interface ContactRow {
  id: number;
  phone: string;
  name: string;
  email: string | null;
  tags: string[];
  created_at: Date;
  updated_at: Date;
}

/** What to store of a contact; undefined leaves a field as it is. */
export interface ContactChange {
  account_id: number;
  phone: string;
  name?: string | undefined;
  email?: string | null | undefined;
  tags?: readonly string[] | undefined;
}

/** Per change, in their order: the id of its contact, and whether it was created. */
export interface StoredContact {
  id: number;
  created: boolean;
}

/**
 * Creates and updates contacts of any accounts in one transaction, their tags and counts with them. The phones of one account must
 * differ within one call. Accounts are locked in the order of their ids, and everything below an account is changed under its lock only:
 * nobody waits in a circle, and equal phones are settled one after the other.
 */
export async function upsertContacts(
  pool: pg.Pool,
  changes: readonly ContactChange[],
  now: Date,
): Promise<StoredContact[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query({
      name: 'lock-contact-books',
      text: LOCK_BOOKS,
      values: [[...new Set(changes.map((change) => change.account_id))]],
    });
    // A statement of its own: it has to see what was committed while this one waited for the lock.
    const { rows } = await client.query<StoredContact>({
      name: 'upsert-contacts',
      text: UPSERT,
      values: [...columnsOf(changes), now],
    });
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function columnsOf(changes: readonly ContactChange[]): unknown[] {
  const pairs = changes.flatMap((change, n) => (change.tags ?? []).map((tag) => [n, tag] as const));
  return [
    changes.map((change) => change.account_id),
    changes.map((change) => change.phone),
    changes.map((change) => change.name ?? null),
    changes.map((change) => change.email !== undefined),
    changes.map((change) => change.email ?? null),
    changes.map((change) => change.tags !== undefined),
    pairs.map(([n]) => n),
    pairs.map(([, tag]) => tag),
  ];
}

/** Makes the missing books; locks them all, also those that `where false` leaves unchanged. */
const LOCK_BOOKS = `
  insert into contact_books as b (account_id)
  select id from unnest($1::bigint[]) as id order by id
  on conflict (account_id) do update set next_place = b.next_place where false`;

const UPSERT = `
  with input as materialized (
    select i.*, c.id, c.place, b.next_place
    from unnest($1::bigint[], $2::text[], $3::text[], $4::bool[], $5::text[], $6::bool[])
      with ordinality as i (account_id, phone, name, sets_email, email, sets_tags, n)
    join contact_books b using (account_id)
    left join lateral (
      select id, place from contacts c where c.account_id = i.account_id and c.phone = i.phone limit 1
    ) c on true
  ), created as (
    insert into contacts (account_id, place, phone, name, email, created_at, updated_at)
    select account_id, next_place + row_number() over (partition by account_id order by n) - 1, phone, coalesce(name, ''), email, $9, $9
    from input where id is null order by n
    returning id, account_id, place, phone
  ), counted as (
    update contact_books b set next_place = b.next_place + c.contacts
    from (select account_id, count(*) as contacts from created group by account_id) c
    where b.account_id = c.account_id
  ), placed as materialized (
    select i.n, i.account_id, i.sets_tags, coalesce(i.id, c.id) as id, coalesce(i.place, c.place) as place, c.id is not null as created
    from input i left join created c on i.id is null and c.account_id = i.account_id and c.phone = i.phone
  ), wanted as materialized (
    select p.account_id, p.place, t.name
    from unnest($7::int[], $8::text[]) as t (n, name) join placed p on p.n = t.n + 1
  ), known_tag as materialized (
    select w.account_id, w.name, t.id
    from (select distinct account_id, name from wanted) w
    left join lateral (
      select id from tags t where t.account_id = w.account_id and t.name = w.name limit 1
    ) t on true
  ), new_tag as (
    insert into tags (account_id, name, created_at)
    select account_id, name, $9 from known_tag where id is null order by account_id, name
    returning account_id, name, id
  ), wanted_tag as materialized (
    select w.account_id, w.place, coalesce(k.id, t.id) as tag_id
    from wanted w join known_tag k using (account_id, name) left join new_tag t using (account_id, name)
  ), held_tag as materialized (
    select h.account_id, h.place, h.tag_id
    from placed p cross join lateral (
      select * from contact_tags h where h.account_id = p.account_id and h.place = p.place offset 0
    ) h
    where p.sets_tags and not p.created
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
      select account_id, place, 0 as list, 1 as change from created
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
    update contacts c set name = coalesce(i.name, c.name), email = case when i.sets_email then i.email else c.email end, updated_at = $9
    from input i
    where c.id = i.id and (
      i.name <> c.name or i.sets_email and i.email is distinct from c.email
      or exists (select from tagged t where t.account_id = c.account_id and t.place = c.place)
      or exists (select from untagged t where t.account_id = c.account_id and t.place = c.place)
    )
  )
  select id, created from placed order by n`;

export interface Page {
  total: number;
  contacts: ContactRow[];
}

/** The contacts number `offset + 1` to `offset + limit` in the order of ids, and how many there are: all in one snapshot. */
export function listAll(
  pool: pg.Pool,
  accountId: number,
  range: { offset: number; limit: number },
): Promise<Page> {
  return readPage(pool, {
    name: 'list-contacts',
    text: LIST_ALL,
    values: [accountId, range.offset, range.limit],
  });
}

/** The same of the contacts with this tag; an unknown tag has none. */
export function listTagged(
  pool: pg.Pool,
  accountId: number,
  tag: string,
  range: { offset: number; limit: number },
): Promise<Page> {
  return readPage(pool, {
    name: 'list-tagged-contacts',
    text: LIST_TAGGED,
    values: [accountId, range.offset, range.limit, tag],
  });
}

async function readPage(pool: pg.Pool, query: pg.QueryConfig): Promise<Page> {
  // The total comes with every row, and in a row without a contact when the page is empty.
  const { rows } = await pool.query<Omit<ContactRow, 'id'> & { total: number; id: number | null }>(query);
  return {
    total: rows[0]?.total ?? 0,
    contacts: rows.flatMap(({ total: _, id, ...contact }) => (id === null ? [] : [{ id, ...contact }])),
  };
}

/** `list` is the list's number in SQL, `table` has its places. */
const page = (list: string, table: string) => `
  with block as materialized (
    select block, contacts, sum(contacts) over (order by block rows unbounded preceding) - contacts as before
    from contact_blocks where account_id = $1 and list = ${list}
  ), start as materialized (
    select block, before from block where before <= $2 and $2 < before + contacts
  ), shown as materialized (
    select place from ${table}
    and place >= (select block * ${BLOCK} from start)
    order by place
    offset $2 - (select before from start) limit $3
  )
  select t.total, c.id, c.phone, c.name, c.email, c.created_at, c.updated_at, array(
    select g.name from contact_tags h join tags g on g.id = h.tag_id
    where h.account_id = $1 and h.place = c.place
    order by g.name collate "C"
  ) as tags
  from (select coalesce(sum(contacts), 0) as total from block) t
  left join (shown s join contacts c on c.account_id = $1 and c.place = s.place) on true
  order by c.place`;

const LIST_ALL = page('0', 'contacts where account_id = $1');
const TAG = '(select id from tags where account_id = $1 and name = $4)';
const LIST_TAGGED = page(TAG, `contact_tags where account_id = $1 and tag_id = ${TAG}`);
