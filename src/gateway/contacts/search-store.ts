import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Range } from '../../platform/lib/page.ts';
import { CONTACT, type ContactRow, type Page, type PageRow, pageOf, TAG } from './store.ts';

/** Found contacts, so that a common name costs no more. */
export const MAX_FOUND = 1_000;

/** Null finds nothing. */
export interface SearchParts {
  /** Pattern of `ilike`. */
  name: string | null;
  /** The first and the last number that begin with the digits. */
  from: string | null;
  to: string | null;
}

type SearchParams = SearchParts & { accountId: number; offset: number; limit: number };

/** `matched` selects from `found`. */
const search = (matched: string) => `
  with found as materialized (
    (select place from contacts
     where account_id = :accountId and name <> '' and name ilike :name::text limit ${MAX_FOUND})
    union
    (select place from contacts
     where account_id = :accountId and phone >= :from::text and phone <= :to::text limit ${MAX_FOUND})
  ), matched as materialized (
    ${matched} order by place limit ${MAX_FOUND}
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

const SEARCH = statement<SearchParams, PageRow>('contacts.search', search('select place from found'));
const SEARCH_TAGGED = statement<SearchParams & { tag: string }, PageRow>(
  'contacts.search_tagged',
  search(`
    select f.place from found f
    cross join lateral (
      select tag_id from contact_tags
      where account_id = :accountId and place = f.place and tag_id = ${TAG} offset 0
    ) h`),
);

/** Up to 1,000 contacts with this part of the name, or this beginning of the number. */
export async function searchContacts(
  db: Db,
  accountId: number,
  parts: SearchParts,
  { tag, ...range }: Range & { tag: string | undefined },
): Promise<Page> {
  const params = { accountId, ...parts, ...range };
  return pageOf(tag ? await SEARCH_TAGGED.all(db, { ...params, tag }) : await SEARCH.all(db, params));
}

export interface TagRow {
  id: number;
  name: string;
  contacts: number;
}

/** In id order. */
export const listTags = statement<{ accountId: number; after: number; limit: number }, TagRow>(
  'contacts.list_tags',
  `select t.id, t.name, (
     select coalesce(sum(contacts), 0)::int from contact_blocks where account_id = :accountId and list = t.id
   ) as contacts
   from (
     select id, name from tags where account_id = :accountId and id > :after order by id limit :limit::bigint
   ) t
   order by t.id`,
).all;

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

/** Contacts after a place, in the order of places. */
export function readExported(
  db: Db,
  accountId: number,
  { tag, ...range }: { tag: string | undefined; after: number; limit: number },
): Promise<ExportedContact[]> {
  const params = { accountId, ...range };
  return tag ? EXPORT_TAGGED.all(db, { ...params, tag }) : EXPORT_ALL.all(db, params);
}
