import type { Db, Tx } from '../../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../../platform/lib/db/statement.ts';
import { MAX_URL } from '../../../../platform/lib/web-url.ts';
import {
  FOUND_PER_PAGE,
  type PageProblem,
  type PageState,
  type SiteProblem,
  type SiteState,
} from '../schema.ts';
import type { Robots } from './robots.ts';

export interface ClaimedSite {
  id: number;
  account_id: number;
  site_uuid: string;
  /** As the account gave it. */
  url: string;
  claim_id: string;
  max_pages: number;
  max_depth: number;
  refresh_hours: number | null;
  state: SiteState;
  walk: number;
  origin: string;
  /** Null: not asked in this walk. */
  robots: Robots | null;
  requests: number;
  bytes: number;
  failures: number;
  moves: number;
  unlearned: number;
}

/** The site of the account that waits for the longest time. */
export const claimSite = statement<
  { accountId: number; claimId: string; now: Date; until: Date },
  ClaimedSite
>(
  'knowledge.claim_site',
  `update knowledge_sites set due_at = :until::timestamptz, claim_id = :claimId::uuid
   where id = (
     select id from (select id, due_at from knowledge_sites where account_id = :accountId offset 0) s
     where due_at <= :now::timestamptz order by due_at limit 1
   )
     -- A process of the previous version may have been faster.
     and due_at <= :now
   returning id, account_id, site_uuid, url, claim_id, max_pages, max_depth, refresh_hours, state, walk, origin, robots,
     requests, bytes, failures, moves, unlearned`,
).first;

export type Claim = Pick<ClaimedSite, 'id' | 'claim_id'>;

/** Those of a run that has ended without its end. */
export const releaseClaims = statement<{ accountId: number; now: Date }>(
  'knowledge.release_claims',
  `update knowledge_sites set due_at = :now::timestamptz, claim_id = null
   where account_id = :accountId and claim_id is not null`,
).run;

const NEXT_DUE = statement<{ accountId: number }, { due_at: Date | null }>(
  'knowledge.next_due_site',
  `select min(due_at) as due_at
   from (select due_at from knowledge_sites where account_id = :accountId offset 0) s`,
);

export async function nextDue(db: Db, accountId: number): Promise<Date | null> {
  return (await NEXT_DUE.one(db, { accountId })).due_at;
}

const BEGIN = statement<{ id: number; claimId: string }>(
  'knowledge.begin_walk',
  `with site as (
     update knowledge_sites set state = 'reading', walk = walk + 1, robots = null, requests = 0, bytes = 0,
       failures = 0, moves = 0, problem = null
     where id = :id and claim_id = :claimId::uuid returning id
   )
   update site_pages set attempts = 0 where site_id = :id and exists (select from site)`,
);

const FORGET = statement<{ id: number; most: number }>(
  'knowledge.forget_site_pages',
  `delete from site_pages where site_id = :id and depth > 0 and document_id is null and state <> 'removed'
     and (select count(*) from site_pages where site_id = :id) >= :most::bigint`,
);

const ASK_ANEW = statement<{ id: number }>(
  'knowledge.ask_site_anew',
  'update site_pages set etag = null, last_modified = null where site_id = :id',
);

/**
 * All pages are visited again, except those that staff removed. The claim stays. Null: the site is gone. A list that
 * is full loses the pages without text, and is made again from the links: so a new page is found.
 */
export function beginWalk(db: Db, site: ClaimedSite): Promise<ClaimedSite | null> {
  const { id } = site;
  return db.transaction(async (tx) => {
    if ((await BEGIN.run(tx, { id, claimId: site.claim_id })) === 0) return null;
    if ((await FORGET.run(tx, { id, most: site.max_pages * FOUND_PER_PAGE })) > 0)
      await ASK_ANEW.run(tx, { id });
    const fresh = { state: 'reading', robots: null, requests: 0, bytes: 0, failures: 0, moves: 0 } as const;
    return { ...site, ...fresh, walk: site.walk + 1 };
  });
}

export interface Step {
  dueAt: Date;
  requests: number;
  bytes: number;
  /** Temporary ones in a row. */
  failures: number;
  unlearned: number;
}

const RELEASE = statement<Step & { id: number; claimId: string }>(
  'knowledge.release_site',
  `update knowledge_sites set due_at = :dueAt::timestamptz, claim_id = null, requests = requests + :requests,
     bytes = bytes + :bytes, failures = :failures, unlearned = :unlearned
   where id = :id and claim_id = :claimId::uuid`,
);

/** After a step. False: another process has the claim, or the site is gone. */
export async function releaseSite(db: Queryable, { id, claim_id }: Claim, step: Step): Promise<boolean> {
  return (await RELEASE.run(db, { id, claimId: claim_id, ...step })) > 0;
}

interface Kept {
  robots: Robots;
  requests: number;
  bytes: number;
  dueAt: Date;
}

const KEEP_ROBOTS = statement<Omit<Kept, 'robots'> & { id: number; claimId: string; robots: string }>(
  'knowledge.keep_robots',
  `update knowledge_sites set robots = :robots::jsonb, due_at = :dueAt::timestamptz, claim_id = null, failures = 0,
     requests = requests + :requests, bytes = bytes + :bytes
   where id = :id and claim_id = :claimId::uuid`,
);

/** For the other steps of the walk. False: another process has the claim, or the site is gone. */
export async function keepRobots(db: Queryable, { id, claim_id }: Claim, kept: Kept): Promise<boolean> {
  const robots = JSON.stringify(kept.robots);
  return (await KEEP_ROBOTS.run(db, { ...kept, id, claimId: claim_id, robots })) > 0;
}

const NEEDS_SITEMAP = statement<{ id: number; walk: number; most: number }, { needs: boolean }>(
  'knowledge.needs_sitemap',
  `select count(*) < :most::bigint and bool_or(depth = 0 and (walk = :walk or state = 'removed')) as needs
   from site_pages where site_id = :id`,
);

/** After the first page, whose links come before those of a sitemap. A list of addresses that is full needs none. */
export async function needsSitemap(
  db: Db,
  { id, walk, max_pages }: ClaimedSite,
  { sitemaps }: Robots,
): Promise<boolean> {
  if (sitemaps.length === 0) return false;
  return (await NEEDS_SITEMAP.one(db, { id, walk, most: max_pages * FOUND_PER_PAGE })).needs;
}

interface Move {
  pageId: number;
  url: string;
  /** The former one, and the one that is the site from now on. */
  from: string;
  origin: string;
  dueAt: Date;
}

const MOVE = statement<Move & { id: number; claimId: string }>(
  'knowledge.move_site',
  `with site as (
     update knowledge_sites set origin = :origin, robots = null, moves = moves + 1, requests = requests + 1,
       due_at = :dueAt::timestamptz, claim_id = null
     where id = :id and claim_id = :claimId::uuid returning id
   ), moved as (
     select p.id, case when p.id = :pageId then :url else :origin || substr(p.url, length(:from) + 1) end as url
     from site_pages p where p.site_id = :id and exists (select from site)
       and (p.id = :pageId or starts_with(p.url, :from || '/'))
   )
   update site_pages p set url = m.url, attempts = case when p.id = :pageId then 0 else p.attempts end, etag = null,
     last_modified = null
   from moved m
   where p.id = m.id and length(m.url) <= ${MAX_URL} and (p.id = :pageId or m.url <> :url)
     and (select count(*) from site_pages where site_id = :id and url = m.url and id <> p.id) = 0`,
);

/** The first page leads to another origin. Its other pages are looked for there, at the same paths. */
export async function moveSite(db: Db, { id, claim_id }: Claim, move: Move): Promise<void> {
  await MOVE.run(db, { id, claimId: claim_id, ...move });
}

const END = statement<
  {
    id: number;
    claimId: string;
    problem: SiteProblem | null;
    dueAt: Date | null;
    now: Date;
  },
  { state: SiteState; problem: SiteProblem | null; read: number }
>(
  'knowledge.end_walk',
  `update knowledge_sites s set
     state = case when p.read > 0 then 'ready' else 'failed' end,
     problem = case when p.read > 0 then :problem else coalesce(:problem, p.problem) end,
     due_at = :dueAt::timestamptz, claim_id = null, read_at = :now::timestamptz, unlearned = 0, robots = null
   from (
     select count(document_id)::int as read, (array_agg(problem order by depth, id))[1] as problem
     from site_pages where site_id = :id
   ) p
   where s.id = :id and s.claim_id = :claimId::uuid
   returning s.state, s.problem, p.read`,
);

/** A site without any page has the problem of its first one. Undefined: another process has the claim. */
export function endWalk(
  tx: Tx,
  { id, claim_id }: Claim,
  end: { problem: SiteProblem | null; dueAt: Date | null; now: Date },
): Promise<{ state: SiteState; problem: SiteProblem | null; read: number } | undefined> {
  return END.first(tx, { id, claimId: claim_id, ...end });
}

export interface ClaimedPage {
  id: number;
  url: string;
  depth: number;
  attempts: number;
  document_id: number | null;
  etag: string | null;
  last_modified: string | null;
  hash: Buffer | null;
}

const NEXT = statement<{ siteId: number; walk: number; maxPages: number }, ClaimedPage>(
  'knowledge.next_site_page',
  `update site_pages set attempts = attempts + 1
   where id = (
     select id from site_pages
     where site_id = :siteId and walk < :walk and state <> 'removed' and (
       document_id is not null
       or (select count(document_id) from site_pages where site_id = :siteId) < :maxPages::bigint
       or depth < (select max(depth) from site_pages where site_id = :siteId and document_id is not null)
     )
     order by attempts, depth > 0, document_id is null, depth, id limit 1
   )
   returning id, url, depth, attempts, document_id, etag, last_modified, hash`,
);

/**
 * Known pages first, then the nearest; of a full site, only those nearer than its farthest page. A page that failed
 * comes after the others.
 */
export function nextPage(db: Db, { id, walk, max_pages }: ClaimedSite): Promise<ClaimedPage | undefined> {
  return NEXT.first(db, { siteId: id, walk, maxPages: max_pages });
}

/** The visit was given up on our side. */
export const undoAttempt = statement<{ id: number }>(
  'knowledge.undo_page_attempt',
  'update site_pages set attempts = greatest(0, attempts - 1) where id = :id',
).run;

export interface PageResult {
  id: number;
  walk: number;
  state: PageState;
  problem: PageProblem | null;
  status: number | null;
  documentId: number | null;
  etag: string | null;
  lastModified: string | null;
  hash: Buffer | null;
  /** It cannot be read now, and keeps its earlier text. */
  isFailing: boolean;
  now: Date;
}

export const settlePage = statement<PageResult>(
  'knowledge.settle_site_page',
  `update site_pages set walk = :walk, state = :state, problem = :problem, status = :status::int,
     document_id = :documentId::bigint, etag = :etag, last_modified = :lastModified, hash = :hash::bytea,
     checked_at = :now::timestamptz,
     failing_since = case when :isFailing::boolean then coalesce(failing_since, :now) end
   where id = :id`,
).inTx.run;

const HAS_HASH = statement<{ siteId: number; pageId: number; hash: Buffer }, { count: number }>(
  'knowledge.count_equal_pages',
  `select count(*)::int as count from site_pages
   where site_id = :siteId and id <> :pageId and hash = :hash and document_id is not null`,
);

/** Whether another page of the site has just this text. */
export async function hasEqualPage(
  tx: Tx,
  given: { siteId: number; pageId: number; hash: Buffer },
): Promise<boolean> {
  return (await HAS_HASH.one(tx, given)).count > 0;
}

/** Addresses that are not known yet, up to the bound of the site. */
export const addPages = statement<{ siteId: number; urls: readonly string[]; depth: number; most: number }>(
  'knowledge.add_site_pages',
  `insert into site_pages (site_id, url, depth)
   select :siteId::bigint, found.url, :depth::int
   from unnest(:urls::text[]) with ordinality as found (url, place)
   where (select count(*) from site_pages where site_id = :siteId and url = found.url) = 0
   order by found.place
   limit greatest(0, :most::bigint - (select count(*) from site_pages where site_id = :siteId))
   on conflict do nothing`,
).inTx.run;

/** Staff deletes the document of a page: it is not read again. */
export const removePageOf = statement<{ documentId: number }>(
  'knowledge.remove_site_page',
  `update site_pages set state = 'removed', problem = null, hash = null, etag = null, last_modified = null,
     failing_since = null
   where document_id = :documentId`,
).inTx.run;
