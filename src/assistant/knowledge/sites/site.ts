import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { changeKnowledge } from '../change.ts';
import { type AddSite, type ChangeSite, type ListPages, MAX_SITES } from './schema.ts';
import * as store from './store.ts';
import { normalUrl } from './walk/urls.ts';

/** The job that reads sites. */
export const WALK = 'sites.walk';

/** In the order of creation. */
export function listSites(ctx: Pick<Context, 'db'>, account: Caller): Promise<store.SiteRow[]> {
  return store.listSites(ctx.db, { accountId: account.id });
}

/** ApiError site_not_found. */
export async function getSite(db: Db, account: Pick<Caller, 'id'>, uuid: string): Promise<store.SiteRow> {
  const found = isUuid(uuid) ? await store.findSite(db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('site_not_found');
  return found;
}

/** What was read, and what was not: in the order in which the pages were found. ApiError site_not_found. */
export async function listPages(
  ctx: Context,
  account: Caller,
  uuid: string,
  { q, ...page }: ListPages,
): Promise<Page<store.PageRow>> {
  const { id } = await getSite(ctx.db, account, uuid);
  return readPage(ctx, {
    ...page,
    list: `pages of site ${id}${q === undefined ? '' : ` with ${q}`}`,
    read: ([after = 0], limit) => store.listPages(ctx.db, { siteId: id, q: q ?? null, after, limit }),
    placeOf: (row) => [row.id],
  });
}

/** It is read in the background. FieldErrors; ApiError site_exists, knowledge_limit_reached. */
export async function addSite(ctx: Context, account: Caller, given: AddSite): Promise<store.SiteRow> {
  const url = normalUrl(given.url);
  if (url === null) throw new FieldErrors({ url: ['is too long when it is written in ASCII'] });
  return changeKnowledge(ctx, account, async (tx) => {
    if ((await store.countSites(tx, account.id)) >= MAX_SITES)
      throw new ApiError('knowledge_limit_reached', `An account has at most ${MAX_SITES} sites.`);
    const { max_pages, max_depth, refresh_hours } = given;
    const site = { url, origin: new URL(url).origin, max_pages, max_depth, refresh_hours };
    const inserted = await store.insertSite(tx, { ...site, accountId: account.id, now: ctx.now() });
    if (!inserted) throw new ApiError('site_exists');
    await enqueue(tx, { name: WALK, accountId: account.id });
    const entry = { action: 'site.added', target: inserted.site_uuid, detail: { max_pages } } as const;
    return { result: await getSite(tx, account, inserted.site_uuid), entry, teachesNothing: true as const };
  });
}

/** Changes the given fields. They apply from the next walk on. ApiError site_not_found. */
export function changeSite(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeSite,
): Promise<store.SiteRow> {
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await getSite(tx, account, uuid);
    const { max_pages, max_depth, refresh_hours } = { ...present, ...givenFields(given) };
    const dueAt = nextReading(present.read_at ?? ctx.now(), refresh_hours);
    const settings = { max_pages, max_depth, refresh_hours };
    await store.updateSite(tx, { id: present.id, ...settings, dueAt, now: ctx.now() });
    const entry = { action: 'site.changed', target: present.site_uuid, detail: settings } as const;
    return { result: await getSite(tx, account, uuid), entry, teachesNothing: true as const };
  });
}

/** Null: by a call alone. */
export function nextReading(last: Date, refreshHours: number | null): Date | null {
  return refreshHours === null ? null : new Date(last.getTime() + refreshHours * HOUR);
}

/** Reads it again. A site that is read now goes on. ApiError site_not_found. */
export async function refreshSite(ctx: Context, account: Caller, uuid: string): Promise<store.SiteRow> {
  return changeKnowledge(ctx, account, async (tx) => {
    const { id, site_uuid: target } = await getSite(tx, account, uuid);
    const begins = await store.refreshSite(tx, id, ctx.now());
    await enqueue(tx, { name: WALK, accountId: account.id });
    const entry = begins ? ({ action: 'site.refreshed', target } as const) : null;
    return { result: await getSite(tx, account, uuid), entry, teachesNothing: true as const };
  });
}

/** With its pages and their text. A walk over it ends. ApiError site_not_found. */
export function deleteSite(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return changeKnowledge(ctx, account, async (tx) => {
    const { id, site_uuid: target } = await getSite(tx, account, uuid);
    await store.deleteSite(tx, { id });
    return { result: undefined, entry: { action: 'site.deleted', target } };
  });
}
