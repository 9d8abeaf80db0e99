import { planEachTime, type Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { type FilterParams, readPlaces } from '../filter-store.ts';
import { MAX_TAG_TEXT, MAX_TAGS } from '../schema.ts';
import { BLOCK, TAG } from '../store.ts';

/** Contacts of one transaction, which holds the lock of the contact book. */
const PIECE = 512;

export type BulkAction = 'tag' | 'untag' | 'delete';
export type BulkStatus = 'running' | 'done' | 'undoing' | 'undone';

export interface BulkRow {
  id: string;
  account_id: number;
  action: BulkAction;
  tag_ids: number[];
  tags: string[];
  status: BulkStatus;
  matched: number;
  changed: number;
  restored: number;
  created_at: Date;
  finished_at: Date | null;
}

const ROW = `b.*, array(
    select g.name from unnest(b.tag_ids) with ordinality as t (id, n)
    cross join lateral (select name from tags where id = t.id offset 0) g order by t.n
  ) as tags`;

export const ensureTags = statement<
  { accountId: number; names: readonly string[]; now: Date },
  { id: number }
>(
  'contacts.ensure_tags',
  `with added as (
     insert into tags (account_id, name, created_at) select :accountId, name, :now from unnest(:names::text[]) as name
     on conflict (account_id, name) do nothing returning id
   )
   select id from added
   union all select id from tags where account_id = :accountId and name = any (:names::text[])`,
).inTx.all;

interface NewBulk {
  accountId: number;
  action: BulkAction;
  tagIds: readonly number[];
  now: Date;
}

/** Inserts no row without contacts. */
const insertOf = <Params extends object>(name: string, places: string) =>
  statement<NewBulk & Params, { id: string }>(
    name,
    `with bulk as materialized (select gen_random_uuid() as id), chunk as (
       select place / ${PIECE} as piece, array_agg(place order by place) as places from (${places}) found group by 1
     ), frozen as (
       insert into contact_bulk_pieces (bulk_id, piece, places) select (select id from bulk), piece, places from chunk
       returning cardinality(places) as contacts
     )
     insert into contact_bulks (id, account_id, action, tag_ids, status, matched, created_at)
     select (select id from bulk), :accountId::bigint, :action::text, :tagIds::bigint[], 'running', sum(contacts),
       :now::timestamptz
     from frozen having count(*) > 0
     returning id`,
  );

const INSERT_OF_IDS = insertOf<{ ids: readonly number[] }>(
  'contacts.insert_bulk_of_ids',
  'select distinct place from contacts where account_id = :accountId and id = any (:ids::bigint[])',
);
const INSERT_OF_TAG = insertOf<{ tag: string }>(
  'contacts.insert_bulk_of_tag',
  `select place from contact_tags where account_id = :accountId and tag_id = ${TAG}`,
);
const INSERT_OF_ALL = insertOf<object>(
  'contacts.insert_bulk_of_all',
  'select place from contacts where account_id = :accountId',
);

const INSERT_OF_PLACES = insertOf<{ places: string }>(
  'contacts.insert_bulk_of_places',
  'select unnest(:places::bigint[]) as place',
);

/** Which contacts: these, those of a tag or filter, or all. */
export type Chosen = { ids: readonly number[] } | { tag: string } | { filter: FilterParams } | { all: true };

export async function insertBulk(tx: Tx, bulk: NewBulk, chosen: Chosen): Promise<string | undefined> {
  await planEachTime(tx);
  if ('ids' in chosen) return (await INSERT_OF_IDS.first(tx, { ...bulk, ids: chosen.ids }))?.id;
  if ('filter' in chosen) {
    const places = await readPlaces(tx, chosen.filter);
    return (await INSERT_OF_PLACES.first(tx, { ...bulk, places }))?.id;
  }
  if ('tag' in chosen) return (await INSERT_OF_TAG.first(tx, { ...bulk, tag: chosen.tag }))?.id;
  return (await INSERT_OF_ALL.first(tx, bulk))?.id;
}

export const countIds = statement<{ accountId: number; ids: readonly number[] }, { count: number }>(
  'contacts.count_ids',
  `select count(*)::int as count from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select account_id from contacts where id = i.id offset 0) c where c.account_id = :accountId`,
).one;

export const findBulk = statement<{ accountId: number; id: string }, BulkRow>(
  'contacts.find_bulk',
  `select ${ROW} from (select * from contact_bulks where id = :id::uuid offset 0) b where b.account_id = :accountId`,
).first;

/** The newest first. */
export const listBulks = statement<{ accountId: number; since: Date; limit: number }, BulkRow>(
  'contacts.list_bulks',
  `select ${ROW} from (
     select * from contact_bulks where account_id = :accountId and created_at > :since
     order by created_at desc, id limit :limit::bigint
   ) b order by b.created_at desc, b.id`,
).all;

/** The oldest first. */
export const findOpen = statement<{ accountId: number }, BulkRow>(
  'contacts.find_open_bulk',
  `select ${ROW} from (
     select * from contact_bulks where account_id = :accountId and status in ('running', 'undoing')
     order by created_at, id limit 1
   ) b`,
).first;

export const listOpenAccounts = statement<Record<string, never>, { account_id: number }>(
  'contacts.list_open_bulks',
  `select distinct account_id from contact_bulks where status in ('running', 'undoing')`,
).all;

/** Undefined: another one has begun the undo, or its time is over. */
export const beginUndo = statement<{ accountId: number; id: string; since: Date }, { id: string }>(
  'contacts.begin_bulk_undo',
  `update contact_bulks set status = 'undoing'
   where id = :id::uuid and account_id = :accountId and status in ('running', 'done')
     and coalesce(finished_at, 'infinity') > :since
   returning id`,
).inTx.first;

export interface PieceRow {
  piece: number;
  places: number[];
  change: unknown;
}

/** Under the lock of the contact book, which a job and its repetition take. */
export const nextPiece = statement<{ id: string; state: 'waiting' | 'done' }, PieceRow>(
  'contacts.next_bulk_piece',
  `select piece, places, change from contact_bulk_pieces where bulk_id = :id::uuid and state = :state
   order by piece limit 1`,
).inTx.first;

export const finishPiece = statement<{
  id: string;
  piece: number;
  state: 'done' | 'undone';
  change: string | null;
  changed: number;
  restored: number;
}>(
  'contacts.finish_bulk_piece',
  `with piece as (
     update contact_bulk_pieces set state = :state, change = :change::jsonb where bulk_id = :id::uuid and piece = :piece
   )
   update contact_bulks set changed = changed + :changed, restored = restored + :restored where id = :id::uuid`,
).inTx.run;

export const finishBulk = statement<{ id: string; status: BulkStatus; now: Date }>(
  'contacts.finish_bulk',
  `update contact_bulks set status = :status, finished_at = coalesce(finished_at, :now) where id = :id::uuid`,
).inTx.run;

/** Whose undo has no time left. Their pieces go too. */
export const forgetBulks = statement<{ before: Date; limit: number }>(
  'contacts.forget_bulks',
  `delete from contact_bulks where id = any (array(
     select id from contact_bulks where finished_at <= :before and status in ('done', 'undone')
     order by finished_at limit :limit::bigint
   ))`,
).run;

/** Place and tag of a contact, at the same index. */
export interface Pairs {
  places: readonly number[];
  tagIds: readonly number[];
}

type PairParams = Pairs & { accountId: number; now: Date };

const moveOf = (sign: '+' | '-') => `
  moved as materialized (
    select tag_id as list, place / ${BLOCK} as block, count(*)::int as contacts from pair group by 1, 2
  ), ${
    sign === '+'
      ? `counted as (
    insert into contact_blocks as b (account_id, list, block, contacts)
    select :accountId, list, block, contacts from moved order by list, block
    on conflict (account_id, list, block) do update set contacts = b.contacts + excluded.contacts
  )`
      : `counted as (
    update contact_blocks b set contacts = b.contacts - m.contacts from moved m
    where b.account_id = :accountId and b.list = m.list and b.block = m.block
  )`
  }, touched as (
    update contacts c set updated_at = :now
    where c.account_id = :accountId and c.place = any (array(select place from pair))
  )
  select place, tag_id from pair order by place, tag_id`;

/** Leaves out contacts that would have too many tags. */
export const addPairs = statement<PairParams, { place: number; tag_id: number }>(
  'contacts.add_tags_to_some',
  `with given as materialized (
    select p.place, p.tag_id from unnest(:places::bigint[], :tagIds::bigint[]) as p (place, tag_id)
    cross join lateral (
      select place from contacts c where c.account_id = :accountId and c.place = p.place offset 0
    ) c
  ), held as materialized (
    select p.place, h.tag_id from (select distinct place from given) p
    cross join lateral (
      select tag_id from contact_tags h where h.account_id = :accountId and h.place = p.place offset 0
    ) h
  ), fits as materialized (
    select t.place from (select place, tag_id from given union select place, tag_id from held) t
    cross join lateral (select name from tags where id = t.tag_id offset 0) g
    group by t.place having count(*) <= ${MAX_TAGS} and sum(length(g.name)) <= ${MAX_TAG_TEXT}
  ), pair as (
    insert into contact_tags (account_id, place, tag_id)
    select :accountId, place, tag_id from given where place in (select place from fits)
    except select :accountId, place, tag_id from held
    order by 2, 3 returning place, tag_id
  ), ${moveOf('+')}`,
).inTx.all;

export const removePairs = statement<PairParams, { place: number; tag_id: number }>(
  'contacts.remove_tags_of_some',
  `with pair as (
    delete from contact_tags h using unnest(:places::bigint[], :tagIds::bigint[]) as p (place, tag_id)
    where h.account_id = :accountId and h.place = p.place and h.tag_id = p.tag_id
    returning h.place, h.tag_id
  ), ${moveOf('-')}`,
).inTx.all;

/** Whole rows, with the ids of their tags, for `restore`. */
export const readWhole = statement<
  { accountId: number; places: readonly number[] },
  { place: number; row: unknown }
>(
  'contacts.read_whole',
  `select c.place, to_jsonb(c) || jsonb_build_object('tag_ids', array(
     select tag_id from contact_tags h where h.account_id = :accountId and h.place = c.place order by tag_id
   )) as row
   from unnest(:places::bigint[]) as p (place)
   cross join lateral (select * from contacts where account_id = :accountId and place = p.place offset 0) c`,
).inTx.all;

/** Leaves out those whose number another contact has now. */
export const restore = statement<{ accountId: number; rows: string }, { id: number }>(
  'contacts.restore',
  `with given as materialized (
    select r.*, w.row -> 'tag_ids' as tag_ids from jsonb_array_elements(:rows::jsonb) as w (row)
    cross join lateral jsonb_populate_record(null::contacts, w.row) r
    where r.account_id = :accountId
  ), free as materialized (
    select g.* from given g
    left join lateral (
      select true as taken from contacts c where c.account_id = :accountId and c.phone = g.phone limit 1
    ) other on true
    where other.taken is null
  ), contact as (
    insert into contacts (id, account_id, place, phone, name, email, notes, fields, created_at, updated_at)
      overriding system value
    select id, account_id, place, phone, name, email, notes,
      case when fields is not null then kurir_contact_fields(account_id, null, fields) end, created_at, updated_at
    from free returning id
  ), tagged as materialized (
    select f.place, t.tag_id::bigint from free f cross join lateral jsonb_array_elements_text(f.tag_ids) as t (tag_id)
  ), tag as (
    insert into contact_tags (account_id, place, tag_id) select :accountId, place, tag_id from tagged order by 2, 3
  ), counted as (
    insert into contact_blocks as b (account_id, list, block, contacts)
    select :accountId, list, place / ${BLOCK}, count(*)::int from (
      select 0 as list, place from free union all select tag_id, place from tagged
    ) each group by 2, 3 order by 2, 3
    on conflict (account_id, list, block) do update set contacts = b.contacts + excluded.contacts
  )
  select id from contact`,
).inTx.all;
