import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { PageProblem, PageState, SiteProblem, SiteState } from './schema.ts';

export interface SiteRow {
  id: number;
  site_uuid: string;
  url: string;
  max_pages: number;
  max_depth: number;
  refresh_hours: number | null;
  state: SiteState;
  problem: SiteProblem | null;
  due_at: Date | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Of its pages. */
  found: number;
  visited: number;
  read: number;
  unreadable: number;
  skipped: number;
}

const SITES = `select s.id, s.site_uuid, s.url, s.max_pages, s.max_depth, s.refresh_hours, s.state, s.problem, s.due_at,
    s.read_at, s.created_at, s.updated_at, p.found, p.visited, p.read, p.unreadable, p.skipped
  from knowledge_sites s
  cross join lateral (
    select count(*)::int as found, (count(*) filter (where walk = s.walk and s.walk > 0))::int as visited,
      count(document_id)::int as read, (count(*) filter (where state = 'unreadable'))::int as unreadable,
      (count(*) filter (where state in ('skipped', 'removed')))::int as skipped
    from site_pages where site_id = s.id
  ) p`;

export const findSite = statement<{ accountId: number; uuid: string }, SiteRow>(
  'knowledge.find_site',
  `${SITES} where s.site_uuid = :uuid::uuid and s.account_id = :accountId`,
).first;

/** In the order of creation. */
export const listSites = statement<{ accountId: number }, SiteRow>(
  'knowledge.list_sites',
  `${SITES} where s.account_id = :accountId order by s.id`,
).all;

const COUNT = statement<{ accountId: number }, { count: number }>(
  'knowledge.count_sites',
  'select count(*)::int as count from knowledge_sites where account_id = :accountId',
);

export async function countSites(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { accountId })).count;
}

export interface NewSite {
  url: string;
  origin: string;
  max_pages: number;
  max_depth: number;
  refresh_hours: number | null;
}

/** With its first page. Undefined: the account has the address already. */
export const insertSite = statement<NewSite & { accountId: number; now: Date }, { site_uuid: string }>(
  'knowledge.insert_site',
  `with site as (
     insert into knowledge_sites (account_id, url, origin, max_pages, max_depth, refresh_hours, due_at, created_at,
       updated_at)
     values (:accountId, :url, :origin, :max_pages, :max_depth, :refresh_hours::int, :now::timestamptz, :now, :now)
     on conflict (account_id, url) do nothing
     returning id, site_uuid
   ), first as (
     insert into site_pages (site_id, url, depth) select id, :url, 0 from site
   )
   select site_uuid from site`,
).inTx.first;

interface Settings {
  id: number;
  max_pages: number;
  max_depth: number;
  refresh_hours: number | null;
  dueAt: Date | null;
  now: Date;
}

/** `dueAt` is when it is read again, unless it is read now. */
export const updateSite = statement<Settings>(
  'knowledge.update_site',
  `update knowledge_sites set max_pages = :max_pages, max_depth = :max_depth, refresh_hours = :refresh_hours::int,
     due_at = case when state in ('ready', 'failed') then :dueAt::timestamptz else due_at end, updated_at = :now
   where id = :id`,
).inTx.run;

const REFRESH = statement<{ id: number; now: Date }>(
  'knowledge.refresh_site',
  `update knowledge_sites set state = 'waiting', due_at = :now::timestamptz, updated_at = :now
   where id = :id and state in ('ready', 'failed')`,
);

/** False: it is read already, or waits for its turn. */
export async function refreshSite(tx: Tx, id: number, now: Date): Promise<boolean> {
  return (await REFRESH.run(tx, { id, now })) > 0;
}

/** With its pages, and the documents of them. */
export const deleteSite = statement<{ id: number }>(
  'knowledge.delete_site',
  'delete from knowledge_sites where id = :id',
).inTx.run;

export interface PageRow {
  id: number;
  url: string;
  depth: number;
  state: PageState;
  problem: PageProblem | null;
  status: number | null;
  document_uuid: string | null;
  checked_at: Date | null;
  failing_since: Date | null;
}

/** In the order in which they were found. */
export const listPages = statement<
  { siteId: number; q: string | null; after: number; limit: number },
  PageRow
>(
  'knowledge.list_site_pages',
  `select id, url, depth, state, problem, status,
     (select document_uuid from documents where id = p.document_id) as document_uuid, checked_at, failing_since
   from site_pages p where site_id = :siteId and id > :after
     and (:q::text is null or position(lower(:q) in lower(url)) > 0)
   order by id limit :limit::bigint`,
).all;

/** With a site whose time to be read has come. */
export const listDueAccounts = statement<{ now: Date }, { account_id: number }>(
  'knowledge.list_accounts_with_due_sites',
  'select distinct account_id from knowledge_sites where due_at <= :now::timestamptz',
).all;
