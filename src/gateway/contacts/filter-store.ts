import type { Db } from '../../platform/lib/db/db.ts';
import { type Statement, statement } from '../../platform/lib/db/statement.ts';
import type { Range } from '../../platform/lib/page.ts';
import type { FieldFilter } from './fields/filter.ts';
import { MAX_FILTERED, MAX_FOUND } from './schema.ts';
import { CONTACT, type ContactRow, type Page, type PageRow, pageOf, TAG } from './store.ts';

/** Null finds nothing. */
export interface SearchParts {
  /** Pattern of `ilike`. */
  name: string | null;
  /** The first and the last number that begin with the digits. */
  from: string | null;
  to: string | null;
}

/** What a filter of contacts asks for beside a search. `tag`: null for any. */
export interface FilterParams extends FieldFilter {
  accountId: number;
  tag: string | null;
}

/**
 * `first`: which range is the first one that is not met yet. An `exists` of the tag would make PostgreSQL read all
 * contacts of the tag.
 */
const meets = (place: string, first: 1 | 2) => `
  (cardinality(:rangeFields::bigint[]) < ${first} or not exists (
    select from unnest(
      (:rangeFields::bigint[])[${first}:], (:mins::float8[])[${first}:], (:maxs::float8[])[${first}:]
    ) as r (field_id, min, max)
    where not exists (
      select from contact_numbers n
      where n.account_id = :accountId and n.place = ${place} and n.field_id = r.field_id
        and n.value >= r.min and n.value <= r.max
    )
  )) and (:tag::text is null or (
    select true from contact_tags h
    where h.account_id = :accountId and h.place = ${place} and h.tag_id = ${TAG} limit 1
  ))`;

/** SQL: the places that a filter finds. Without `+ 0`, PostgreSQL reads all contacts of the account. */
export const FILTERED = {
  equal: `select place from contacts c
    where c.account_id + 0 = :accountId and c.fields @> :equal::jsonb and ${meets('c.place', 1)}`,
  range: `select place from contact_numbers c
    where c.account_id = :accountId and c.field_id = (:rangeFields::bigint[])[1]
      and c.value >= (:mins::float8[])[1] and c.value <= (:maxs::float8[])[1]
      and :equal::jsonb is null and ${meets('c.place', 2)}`,
};
export const filteredBy = ({ equal }: FieldFilter) => (equal === null ? 'range' : 'equal');

/** `found` is a query of places. */
const page = (found: string, max: number) => `
  with matched as materialized (
    select place from (${found} limit ${max}) found order by place
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
  order by c.place`;

const LIST = {
  equal: statement<FilterParams & Range, PageRow>(
    'contacts.list_filtered',
    page(FILTERED.equal, MAX_FILTERED),
  ),
  range: statement<FilterParams & Range, PageRow>(
    'contacts.list_in_range',
    page(FILTERED.range, MAX_FILTERED),
  ),
};

/** Up to MAX_FILTERED contacts. */
export async function listFiltered(db: Db, filter: FilterParams, range: Range): Promise<Page> {
  return pageOf(await LIST[filteredBy(filter)].all(db, { ...filter, ...range }));
}

const countOf = (name: string, found: string) =>
  statement<FilterParams, { count: number }>(name, `select count(*)::int as count from (${found}) found`);
const COUNT = {
  equal: countOf('contacts.count_filtered', FILTERED.equal),
  range: countOf('contacts.count_in_range', FILTERED.range),
};

/** All of them. */
export async function countFiltered(db: Db, filter: FilterParams): Promise<number> {
  return (await COUNT[filteredBy(filter)].one(db, filter)).count;
}

type SearchParams = SearchParts & { accountId: number } & Range;

const FOUND = `(
    (select place from contacts
     where account_id = :accountId and name <> '' and name ilike :name::text limit ${MAX_FOUND})
    union
    (select place from contacts
     where account_id = :accountId and phone >= :from::text and phone <= :to::text limit ${MAX_FOUND})
  ) f`;
const SEARCH = statement<SearchParams, PageRow>(
  'contacts.search',
  page(`select place from ${FOUND}`, MAX_FOUND),
);
const SEARCH_FILTERED: Statement<SearchParams & FilterParams, PageRow> = statement(
  'contacts.search_filtered',
  page(
    `select f.place from ${FOUND}
     cross join lateral (
       select fields from contacts where account_id = :accountId and place = f.place offset 0
     ) c
     where (:equal::jsonb is null or c.fields @> :equal::jsonb) and ${meets('f.place', 1)}`,
    MAX_FOUND,
  ),
);

/** Up to MAX_FOUND contacts with this part of the name, or this beginning of the number. */
export async function searchContacts(
  db: Db,
  { accountId, parts, filter, ...range }: SearchOf & Range,
): Promise<Page> {
  const params = { accountId, ...parts, ...range };
  return pageOf(
    filter ? await SEARCH_FILTERED.all(db, { ...params, ...filter }) : await SEARCH.all(db, params),
  );
}

interface SearchOf {
  accountId: number;
  parts: SearchParts;
  /** Null: all that the search finds. */
  filter: FilterParams | null;
}

export interface ExportedContact extends ContactRow {
  place: number;
}

interface ExportParams {
  accountId: number;
  after: number;
  limit: number;
}

const exported = (table: string) => `
  select s.place, ${CONTACT}
  from (select place from ${table} and place > :after order by place limit :limit::bigint) s
  cross join lateral (
    select * from contacts where account_id = :accountId and place = s.place offset 0
  ) c
  order by s.place`;

const EXPORT_ALL = statement<ExportParams, ExportedContact>(
  'contacts.export_all',
  exported('contacts where account_id = :accountId'),
);
const EXPORT_TAGGED = statement<ExportParams & { tag: string }, ExportedContact>(
  'contacts.export_tagged',
  exported(`contact_tags where account_id = :accountId and tag_id = ${TAG}`),
);
const EXPORT_FILTERED = statement<ExportParams & FilterParams, ExportedContact>(
  'contacts.export_filtered',
  exported(`contacts c where c.account_id = :accountId
    and (:equal::jsonb is null or c.fields @> :equal::jsonb) and ${meets('c.place', 1)}`),
);

/** Contacts after a place, in the order of places. */
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
