import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../../context.ts';
import { type AccountKind, getAccount } from '../../../../platform/accounts/account.ts';
import { HOUR, SECOND } from '../../../../platform/lib/clock.ts';
import type { DownloadOutcome } from '../../../../platform/lib/guarded-fetch/download.ts';
import { changeKnowledge } from '../../change.ts';
import { decodeText } from '../../documents/reading/text-format.ts';
import { FOUND_PER_PAGE, MAX_WALK_BYTES, REQUESTS_PER_PAGE, type SiteProblem } from '../schema.ts';
import { nextReading } from '../site.ts';
import type { ReadingTurns } from './reading-turns.ts';
import { MAX_ROBOTS, NO_RULES, parseRobots, type Robots } from './robots.ts';
import { forgetFailing, settle } from './settle.ts';
import { firstSitemaps, readSitemap } from './sitemaps.ts';
import * as store from './store.ts';
import { isSameHost } from './urls.ts';
import { AGENT, byError, type Found, mayPass, type Visiting, visit } from './visit.ts';

export interface Walking extends Omit<Visiting, 'client' | 'inTurn'> {
  clients: Readonly<Record<AccountKind, Visiting['client']>>;
  /** Reaches no network that the operator opened: for hosts that a server names, and not the account. */
  publicClient: Visiting['client'];
  turns: ReadingTurns;
}

/** Between two requests to a site. */
const PAUSE_MS = SECOND;
/** After a request that failed, for each attempt. */
const RETRY_MS = 10 * SECOND;
const MAX_ATTEMPTS = 3;
/** A site that fails so often in a row is left for this walk. */
const MAX_FAILURES = 6;
const MAX_MOVES = 3;
/** Problems of a whole site: none of its other pages was asked for. */
const OFF: readonly (SiteProblem | null)[] = ['unreachable', 'timeout', 'blocked', 'robots_unreadable'];
const ROBOTS_TIMEOUT_MS = 10 * SECOND;

/** One request at most. What it changes is one transaction, so that a kill repeats one step. */
export async function takeStep(ctx: Context, walking: Walking, claimed: store.ClaimedSite): Promise<void> {
  const { status, kind } = await getAccount(ctx.db, claimed.account_id);
  if (status !== 'active') return release(ctx, claimed, later(ctx, HOUR));
  const site = claimed.state === 'reading' ? claimed : await store.beginWalk(ctx.db, claimed);
  if (site === null) return;
  const { turns, clients, publicClient } = walking;
  const visiting: Visiting = {
    ...walking,
    client: isSameHost(site.url, site.origin) ? clients[kind] : publicClient,
    inTurn: (work) => turns.run(site.account_id, work),
  };
  if (site.robots === null) return askRobots(ctx, visiting, site);
  if (site.failures >= MAX_FAILURES) return endWalk(ctx, site, 'unreachable');
  if (site.bytes >= MAX_WALK_BYTES) return endWalk(ctx, site, 'too_many_bytes');
  if (site.requests >= site.max_pages * REQUESTS_PER_PAGE + MAX_FAILURES) return endWalk(ctx, site, null);
  if (await store.needsSitemap(ctx.db, site, site.robots))
    return askSitemap(ctx, visiting, site, site.robots);
  const page = await store.nextPage(ctx.db, site);
  if (!page) return endWalk(ctx, site, null);
  return goTo(ctx, visiting, site, page);
}

const later = (ctx: Context, ms: number) => new Date(ctx.now().getTime() + ms);
const afterPause = (ctx: Context, robots: Robots | null) =>
  later(ctx, Math.max(PAUSE_MS, robots?.delayMs ?? 0));

async function release(ctx: Context, { unlearned, failures, ...site }: store.ClaimedSite, dueAt: Date) {
  await store.releaseSite(ctx.db, site, { dueAt, requests: 0, bytes: 0, failures, unlearned });
}

/** RFC 9309: a file that does not exist forbids nothing; one that cannot be had forbids all. */
async function askRobots(ctx: Context, visiting: Visiting, site: store.ClaimedSite): Promise<void> {
  const path = join(visiting.folder, randomUUID());
  try {
    const outcome = await visiting.client.get(`${site.origin}/robots.txt`, {
      file: path,
      maxBytes: MAX_ROBOTS,
      timeoutMs: ROBOTS_TIMEOUT_MS,
      headers: AGENT,
      signal: visiting.signal,
    });
    if (visiting.signal.aborted) return await release(ctx, site, ctx.now());
    const robots = await robotsIn(outcome, path);
    if ('rules' in robots) {
      const kept = { ...robots, sitemaps: firstSitemaps(site, robots.sitemaps) };
      const step = { requests: 1, bytes: 0, dueAt: afterPause(ctx, robots) };
      return void (await store.keepRobots(ctx.db, site, { ...step, robots: kept }));
    }
    const failures = site.failures + 1;
    if (!robots.mayPass || failures >= MAX_ATTEMPTS) return await endWalk(ctx, site, robots.problem);
    const step = { requests: 1, bytes: 0, failures, unlearned: site.unlearned };
    await store.releaseSite(ctx.db, site, { ...step, dueAt: later(ctx, RETRY_MS * failures) });
  } finally {
    await rm(path, { force: true });
  }
}

async function robotsIn(
  outcome: DownloadOutcome,
  path: string,
): Promise<Robots | { problem: SiteProblem; mayPass: boolean }> {
  switch (outcome.outcome) {
    case 'saved':
      return (
        parseRobots(decodeText(await readFile(path))) ?? { problem: 'robots_unreadable', mayPass: false }
      );
    case 'status':
      return mayPass(outcome.status) ? { problem: 'robots_unreadable', mayPass: true } : NO_RULES;
    case 'failed': {
      const { problem } = byError(outcome.error);
      if (problem === 'too_many_redirects') return { problem: 'robots_unreadable', mayPass: true };
      return { problem, mayPass: problem !== 'blocked' };
    }
    case 'too_large':
    case 'not_accepted':
      return { problem: 'robots_unreadable', mayPass: false };
    default:
      return outcome satisfies never;
  }
}

/** Its pages count as those that the first page leads to. They have no part in the requests of a walk. */
async function askSitemap(
  ctx: Context,
  visiting: Visiting,
  site: store.ClaimedSite,
  robots: Robots,
): Promise<void> {
  const found = await readSitemap(visiting, site, robots);
  if (found === null) return release(ctx, site, ctx.now());
  const { bytes, urls } = found;
  const step = { requests: 0, bytes, robots: found.robots, dueAt: afterPause(ctx, robots) };
  await ctx.db.transaction(async (tx) => {
    if (!(await store.keepRobots(tx, site, step)) || urls.length === 0) return;
    await store.addPages(tx, { siteId: site.id, urls, depth: 1, most: site.max_pages * FOUND_PER_PAGE });
  });
}

async function goTo(
  ctx: Context,
  visiting: Visiting,
  site: store.ClaimedSite,
  page: store.ClaimedPage,
): Promise<void> {
  const found = await look(visiting, site, page);
  if (found === null) {
    await store.undoAttempt(ctx.db, { id: page.id });
    return release(ctx, site, ctx.now());
  }
  const dueAt = afterPause(ctx, site.robots);
  if (found.kind === 'moved') {
    if (site.moves >= MAX_MOVES) {
      const refused = { ...found, kind: 'refused', problem: 'too_many_redirects' } as const;
      return settle(ctx, { site, page, found: refused, dueAt });
    }
    const { origin } = new URL(found.url);
    const to = { pageId: page.id, url: found.url, from: site.origin, origin, dueAt };
    await store.moveSite(ctx.db, site, to);
    return;
  }
  if (found.kind === 'temporary' && page.attempts < MAX_ATTEMPTS) {
    const step = { requests: 1, bytes: found.bytes, failures: site.failures + 1, unlearned: site.unlearned };
    await store.releaseSite(ctx.db, site, { ...step, dueAt: later(ctx, RETRY_MS * page.attempts) });
    return;
  }
  return settle(ctx, { site, page, found, dueAt });
}

/** Null: given up on our side. */
async function look(
  visiting: Visiting,
  site: store.ClaimedSite,
  page: store.ClaimedPage,
): Promise<Found | null> {
  // It has ended its process each time.
  if (page.attempts > MAX_ATTEMPTS)
    return { kind: 'refused', problem: 'too_complex', bytes: 0, status: null };
  try {
    return await visit(visiting, site, page);
  } catch (error) {
    if (visiting.signal.aborted) return null;
    throw error;
  }
}

/** The assistant learns what has changed. A page that fails for long is forgotten. */
async function endWalk(ctx: Context, site: store.ClaimedSite, problem: SiteProblem | null): Promise<void> {
  const now = ctx.now();
  const dueAt = nextReading(now, site.refresh_hours);
  const ended = await changeKnowledge(ctx, { id: site.account_id }, async (tx) => {
    const forgotten = await forgetFailing(tx, site, { isOff: OFF.includes(problem), now });
    const end = await store.endWalk(tx, site, { problem, dueAt, now });
    const pages = site.unlearned + forgotten;
    const isNews = end && (pages > 0 || site.walk === 1);
    const detail = { pages, problem: end?.problem ?? null };
    const entry = { action: 'site.read', target: site.site_uuid, detail } as const;
    const teaches = pages === 0 ? { teachesNothing: true as const } : {};
    return { result: end, entry: isNews ? entry : null, ...teaches };
  });
  if (!ended) return;
  const { site_uuid: siteUuid, requests } = site;
  ctx.log.info({ siteUuid, ...ended, requests }, 'knowledge.site_read');
}
