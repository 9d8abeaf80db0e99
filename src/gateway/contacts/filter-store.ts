import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Range } from '../../platform/lib/page.ts';
import { spellingsSql } from '../../platform/lib/phone-spellings.ts';
import {
  identitiesSql,
  identitySql,
  isOptedOut,
  personSql,
  phonesSql,
  withNumber,
} from '../people/identity.ts';
import type { FieldFilter } from './fields/filter.ts';
import { MAX_FILTERED, MAX_FOUND, MAX_LOOKED_UP } from './schema.ts';
import { CONTACT, type ContactRow, type Page, type PageRow, pageOf, TAG } from './store.ts';

/** Null finds nothing. */
export interface SearchParts {
  /** Pattern of `ilike`. */
  name: string | null;
  /** The first and the last number that begin with the digits. */
  from: string | null;
  to: string | null;
}

/** What a filter of contacts asks for. Null: any. */
export interface FilterParams extends FieldFilter, SearchParts {
  accountId: number;
  /** Which condition finds contacts. The others are checked on each of them. */
  by: Driver;
  tag: string | null;
  optedOut: boolean | null;
  /** The last message of the chats is not before, or before. */
  activeSince: Date | null;
  silentBefore: Date | null;
}

/** SQL: contacts with one of these numbers. */
const withPhone = (phones: string) => `cross join lateral (
    select place from contacts where account_id = :accountId and phone = any (${phones}) offset 0
  ) c`;

/** The last message in any chat of the person. Null, and so false, without a chat. */
const HAS_LAST_MESSAGE = `:activeSince::timestamptz is null and :silentBefore::timestamptz is null or (
    select max(v.last_at) >= coalesce(:activeSince::timestamptz, '-infinity')
      and max(v.last_at) < coalesce(:silentBefore::timestamptz, 'infinity')
    from (select phone from contacts where account_id = :accountId and place = c.place offset 0) o
    cross join lateral ${personSql(':accountId', withNumber('o.phone'))} p
    cross join lateral (select last_at from conversations where person_id = p.id offset 0) v
  )`;

/** SQL: of a chat with one person that is not merged into another. */
const IS_CHAT = 'facet = any (array(select generate_series(0, 63)::smallint))';
/** Each person is found by one chat: no other has a later message. */
const IS_LAST = `not exists (
    select from conversations o where o.person_id = v.person_id and ${IS_CHAT}
      and (o.last_at, o.id) > (v.last_at, v.id)
  )`;

/** Of a contact, by its person. */
const HAS_OPTED_OUT = `exists (
    select from (select phone from contacts where account_id = :accountId and place = c.place offset 0) o
    where exists (
      select from opt_outs x where x.account_id = :accountId and x.phone = any (${spellingsSql('o.phone')})
    ) or exists (
      select from ${personSql(':accountId', withNumber('o.phone'))} p where ${isOptedOut('p.id')}
    )
  )`;
/** All contacts of which it is true, some of them twice. */
const OPTED_OUT = `
  select c.place from (
    select phone from opt_outs where account_id = :accountId
    union all
    select k.value from (select ${identitySql('phone')} from opt_outs where account_id = :accountId) x
    cross join lateral ${personSql(':accountId', { kind: 'x.kind', value: 'x.value' })} p
    cross join lateral ${identitiesSql('p.id')} k
    where k.kind = 'phone'
  ) o
  ${withPhone(spellingsSql('o.phone'))}`;

const FOUND = `(
    (select place from contacts
     where account_id = :accountId and name <> '' and name ilike :name::text limit ${MAX_FOUND})
    union
    (select place from contacts
     where account_id = :accountId and phone >= :from::text and phone <= :to::text limit ${MAX_FOUND})
  )`;

/** A function, so that no index is read for it: one of comparisons reads every contact. */
const IS_IN_RANGES = '(:ranges::jsonpath is null or jsonb_path_match(fields, :ranges::jsonpath))';
const HAS_FIELDS = `(:equal::jsonb is null or c.fields @> :equal::jsonb) and ${IS_IN_RANGES}`;

const HAS_TAG = `(:tag::text is null or (
    select true from contact_tags h
    where h.account_id = :accountId and h.place = c.place and h.tag_id = ${TAG} limit 1
  ))`;

const SAMPLED = 1_000;
const WALKED = 50_000;
const firstContacts = (count: number) =>
  `(select place, fields from contacts where account_id = :accountId order by place limit ${count})`;

/**
 * SQL: the places that a filter finds, some of them twice. Without `+ 0`, PostgreSQL reads all contacts. `optedOut`: of
 * the contact at `c.place`. `optedOutPerson`: of the person of `v`, which costs less.
 */
function filtered(optedOut: string, optedOutPerson = optedOut) {
  const meets = (lastMessage = HAS_LAST_MESSAGE, hasOptedOut = optedOut) => `
    ${HAS_TAG} and (:optedOut::boolean is null or ${hasOptedOut} = :optedOut::boolean)
      and (${lastMessage})`;
  return {
    search: `select c.place from (
        select f.place, o.fields from ${FOUND} f
        cross join lateral (
          select fields from contacts where account_id = :accountId and place = f.place offset 0
        ) o
      ) c
      where ${HAS_FIELDS} and ${meets()}`,
    equal: `select place from contacts c
      where c.account_id + 0 = :accountId and c.fields @> :equal::jsonb and ${IS_IN_RANGES} and ${meets()}`,
    range: `select place from contact_numbers c
      where c.account_id = :accountId and c.field_id = :rangeField::bigint
        and c.value >= :min::float8 and c.value <= :max::float8 and (not :hasRanges::boolean or (
          select ${IS_IN_RANGES} from contacts where account_id = :accountId and place = c.place
        )) and ${meets()}`,
    tag: `select place from contact_tags c
      where c.account_id = :accountId and c.tag_id = ${TAG} and ${meets()}`,
    opted_out: `select c.place from (${OPTED_OUT}) c where ${meets(HAS_LAST_MESSAGE, 'true')}`,
    chats: `select c.place from (
        select id, person_id, last_at from conversations where account_id = :accountId and ${IS_CHAT}
          and last_at >= coalesce(:activeSince::timestamptz, '-infinity')
          and last_at < coalesce(:silentBefore::timestamptz, 'infinity')
      ) v
      cross join lateral ${identitiesSql('v.person_id')} k
      ${withPhone(phonesSql('k'))}
      where k.kind = 'phone' and ${meets(IS_LAST, optedOutPerson)}`,
    all: `select place from contacts c where c.account_id = :accountId
      and ${HAS_FIELDS} and ${meets()}`,
    first: `select place from ${firstContacts(WALKED)} c where ${HAS_FIELDS} and ${meets()}`,
  };
}
/** For some contacts: each is looked up. */
const SOME = filtered(HAS_OPTED_OUT, isOptedOut('v.person_id'));
/** For all: the opted out are found once. */
const ALL = filtered('(c.place in (select place from out))');
const OUT = `with out as materialized (select place from (${OPTED_OUT}) o where :optedOut::boolean is not null)`;
export type Driver = Exclude<keyof typeof SOME, 'first'>;

const eachDriver = <Each>(make: (by: Driver) => Each): Record<Driver, Each> => ({
  search: make('search'),
  equal: make('equal'),
  range: make('range'),
  tag: make('tag'),
  opted_out: make('opted_out'),
  chats: make('chats'),
  all: make('all'),
});

/** SQL: a search finds some, everywhere. */
const limitOf = (by: Driver) => (by === 'search' ? `limit ${MAX_FOUND}` : '');

const listOf = (name: string, by: keyof typeof SOME, max: number) =>
  statement<FilterParams & Range, PageRow>(
    `contacts.${name}_by_${by}`,
    `with matched as materialized (
      select distinct place from (${SOME[by]} limit ${max}) found order by place
    ), shown as materialized (
      select place from matched order by place offset :offset::bigint limit :limit::bigint
    )
    select t.total, ${CONTACT}
    from (select count(*) as total from matched) t
    left join (
      shown s cross join lateral (
        select * from contacts where account_id = :accountId and place = s.place offset 0
      ) c
    ) on true
    order by c.place`,
  );
const LIST = eachDriver((by) => listOf('list', by, by === 'search' ? MAX_FOUND : MAX_LOOKED_UP));
/** Of conditions on fields alone. */
const LIST_MANY = {
  equal: listOf('list_many', 'equal', MAX_FILTERED),
  range: listOf('list_many', 'range', MAX_FILTERED),
};
const LIST_FIRST = listOf('list_many', 'first', MAX_FILTERED);

const COUNT_SAMPLE = statement<FilterParams, { looked: number; found: number }>(
  'contacts.count_sample',
  `select count(*)::int as looked, (count(*) filter (where ${HAS_FIELDS} and ${HAS_TAG}))::int as found
   from ${firstContacts(SAMPLED)} c`,
);

/** A condition that many contacts meet: the index has more than a list keeps, and a walk ends sooner. Null: too few. */
async function listFirst(db: Db, filter: FilterParams & Range): Promise<PageRow[] | null> {
  const { looked, found } = await COUNT_SAMPLE.one(db, filter);
  if (looked < SAMPLED || found * 4 < looked) return null;
  const rows = await LIST_FIRST.all(db, filter);
  return (rows[0]?.total ?? 0) >= MAX_FILTERED ? rows : null;
}

/** Up to MAX_FOUND, MAX_LOOKED_UP or MAX_FILTERED contacts. */
export async function listFiltered(db: Db, filter: FilterParams, range: Range): Promise<Page> {
  const { by, optedOut, activeSince, silentBefore } = filter;
  const isLookedUp = optedOut !== null || activeSince !== null || silentBefore !== null;
  const params = { ...filter, ...range };
  if (isLookedUp || (by !== 'equal' && by !== 'range')) return pageOf(await LIST[by].all(db, params));
  return pageOf((await listFirst(db, params)) ?? (await LIST_MANY[by].all(db, params)));
}

const COUNT = eachDriver((by) =>
  statement<FilterParams, { count: number }>(
    `contacts.count_by_${by}`,
    `${OUT} select count(distinct place)::int as count from (${ALL[by]} ${limitOf(by)}) found`,
  ),
);

/** All of them, except for a search. */
export async function countFiltered(db: Db, filter: FilterParams): Promise<number> {
  return (await COUNT[filter.by].one(db, filter)).count;
}

const READ_PLACES = eachDriver((by) =>
  statement<FilterParams, { places: string }>(
    `contacts.read_places_by_${by}`,
    `${OUT} select coalesce(array_agg(distinct place), '{}')::text as places from (${ALL[by]} ${limitOf(by)}) found`,
  ),
);

/** All of them as an array literal: it takes long to read and quote a million numbers. Call it after `planEachTime`. */
export async function readPlaces(tx: Tx, filter: FilterParams): Promise<string> {
  return (await READ_PLACES[filter.by].one(tx, filter)).places;
}

/** Of a tag, or all contacts. */
export const countListed = statement<{ accountId: number; tag: string | null }, { count: number }>(
  'contacts.count_listed',
  `select coalesce(sum(contacts), 0)::int as count from contact_blocks
   where account_id = :accountId and list = case when :tag::text is null then 0 else ${TAG} end`,
).one;

export interface ExportedContact extends ContactRow {
  place: number;
}

interface ExportParams {
  accountId: number;
  after: number;
  limit: number;
}

/** `some`: a query of places that takes one more condition. */
const exported = (some: string) => `
  select s.place, ${CONTACT}
  from (${some} and place > :after order by place limit :limit::bigint) s
  cross join lateral (
    select * from contacts where account_id = :accountId and place = s.place offset 0
  ) c
  order by s.place`;

const EXPORT_ALL = statement<ExportParams, ExportedContact>(
  'contacts.export_all',
  exported('select place from contacts where account_id = :accountId'),
);
const EXPORT_TAGGED = statement<ExportParams & { tag: string }, ExportedContact>(
  'contacts.export_tagged',
  exported(`select place from contact_tags where account_id = :accountId and tag_id = ${TAG}`),
);
const EXPORT_FILTERED = statement<ExportParams & FilterParams, ExportedContact>(
  'contacts.export_filtered',
  exported(SOME.all),
);

/** Contacts after a place, in the order of places. No search: it is one page. */
export function readExported(
  db: Db,
  {
    accountId,
    tag,
    filter,
    ...range
  }: { tag: string | undefined; filter: FilterParams | null } & ExportParams,
): Promise<ExportedContact[]> {
  const params = { accountId, ...range };
  if (filter) return EXPORT_FILTERED.all(db, { ...params, ...filter });
  return tag ? EXPORT_TAGGED.all(db, { ...params, tag }) : EXPORT_ALL.all(db, params);
}
