import type { Context } from '../../../../context.ts';
import { DAY } from '../../../../platform/lib/clock.ts';
import type { Tx } from '../../../../platform/lib/db/db.ts';
import { changeKnowledge } from '../../change.ts';
import * as documents from '../../documents/page-store.ts';
import { MAX_DOCUMENTS, MAX_TEXT_OF_ACCOUNT } from '../../documents/schema.ts';
import { countDocuments, deleteDocument, insertPassages } from '../../documents/store.ts';
import { FOUND_PER_PAGE, KEEP_FAILING_DAYS, type PageProblem, type PageState } from '../schema.ts';
import * as forget from './forget-store.ts';
import * as store from './store.ts';
import { linksWithin } from './urls.ts';
import { type Found, GONE, type PageText } from './visit.ts';

/** Changed pages are learned after this number of requests: each revision trains the assistant of the account. */
const LEARNED_AFTER = 20;

export interface Visited {
  site: store.ClaimedSite;
  page: store.ClaimedPage;
  found: Exclude<Found, { kind: 'moved' }>;
  dueAt: Date;
}

/**
 * Writes what a visit has found, with the links, and releases the site: one transaction. Nothing when the site is gone
 * or another process has it.
 */
export async function settle(ctx: Context, visited: Visited): Promise<void> {
  const { site } = visited;
  await changeKnowledge(ctx, { id: site.account_id }, async (tx) => {
    const outcome = await judge(tx, visited);
    const unlearned = site.unlearned + (changesText(visited, outcome) ? 1 : 0);
    const isLearned = unlearned > 0 && (site.requests + 1) % LEARNED_AFTER === 0;
    const step = { ...stepOf(visited), unlearned: isLearned ? 0 : unlearned };
    if (!(await store.releaseSite(tx, site, step))) return { result: undefined, entry: null };
    await write(tx, visited, outcome, ctx.now());
    const detail = { pages: unlearned };
    const entry = { action: 'site.read', target: site.site_uuid, detail } as const;
    return { result: undefined, entry: isLearned ? entry : null };
  });
}

const stepOf = ({ site, found, dueAt }: Visited) => ({
  dueAt,
  requests: 1,
  bytes: found.bytes,
  failures: found.kind === 'temporary' ? site.failures + 1 : 0,
});

interface Outcome {
  state: PageState;
  problem: PageProblem | null;
  /** Its text is kept as it was. */
  isKept: boolean;
  /** The new text. Null: none, or the one that is kept. */
  text: PageText | null;
  isFailing: boolean;
}

async function judge(tx: Tx, { site, page, found }: Visited): Promise<Outcome> {
  const hasText = page.document_id !== null;
  const without = { isKept: false, text: null, isFailing: false };
  const kept = { isKept: hasText, text: null, isFailing: hasText };
  switch (found.kind) {
    case 'unchanged':
      // No request asked the server for it.
      if (!hasText) return { ...without, state: 'unreadable', problem: 'http_status' };
      return { ...kept, state: 'read', problem: null, isFailing: false };
    case 'temporary':
      return { ...kept, state: hasText ? 'read' : 'unreadable', problem: found.problem };
    case 'refused':
      if (hasText && !isGone(site, page, found)) return { ...kept, state: 'read', problem: found.problem };
      return {
        ...without,
        state: isForbidden(found.problem) ? 'skipped' : 'unreadable',
        problem: found.problem,
      };
    case 'hidden':
      return { ...without, state: 'skipped', problem: 'noindex' };
    case 'text':
      break;
    default:
      return found satisfies never;
  }
  const { text } = found;
  if (await isRepeated(tx, { site, page }, text))
    return { ...without, state: 'skipped', problem: 'duplicate' };
  const { problem } = text.reading;
  if (page.hash?.equals(text.hash) && hasText) return { ...without, state: 'read', problem, isKept: true };
  if (!(await hasRoom(tx, site.account_id, { text, hasText })))
    return { ...kept, state: hasText ? 'read' : 'unreadable', problem: 'limit_reached' };
  return { ...without, state: 'read', problem, text };
}

/** For all other problems of a page that was read, its server may be at fault. */
function isGone(
  { origin }: store.ClaimedSite,
  { url }: store.ClaimedPage,
  { status, problem }: Extract<Found, { kind: 'refused' }>,
): boolean {
  if (status !== null && GONE.includes(status)) return true;
  return problem === 'robots' || new URL(url).origin !== origin;
}

const isForbidden = (problem: PageProblem) => problem === 'robots' || problem === 'other_site';

async function isRepeated(
  tx: Tx,
  { site, page }: Pick<Visited, 'site' | 'page'>,
  { url, hash }: PageText,
): Promise<boolean> {
  const own = { accountId: site.account_id, url, notId: page.document_id ?? 0 };
  if (await documents.hasDocumentOf(tx, own)) return true;
  return page.document_id === null && store.hasEqualPage(tx, { siteId: site.id, pageId: page.id, hash });
}

async function hasRoom(
  tx: Tx,
  accountId: number,
  { text, hasText }: { text: PageText; hasText: boolean },
): Promise<boolean> {
  const totals = await countDocuments(tx, { accountId });
  if (totals.text_length + lengthOf(text) > MAX_TEXT_OF_ACCOUNT) return false;
  return hasText || totals.documents < MAX_DOCUMENTS;
}

const lengthOf = ({ reading }: PageText) => reading.passages.reduce((sum, { text }) => sum + text.length, 0);

const changesText = ({ page }: Visited, { isKept, text }: Outcome) =>
  text !== null || (page.document_id !== null && !isKept);

async function write(tx: Tx, visited: Visited, outcome: Outcome, now: Date): Promise<void> {
  const { site, page, found } = visited;
  const documentId = await writeText(tx, visited, outcome, now);
  const isRead = found.kind === 'text' && outcome.state === 'read' && !outcome.isFailing;
  const validators = isRead
    ? { etag: found.text.etag, lastModified: found.text.lastModified, hash: found.text.hash }
    : { etag: page.etag, lastModified: page.last_modified, hash: documentId === null ? null : page.hash };
  await store.settlePage(tx, {
    id: page.id,
    walk: site.walk,
    state: outcome.state,
    problem: outcome.problem,
    status: found.status,
    documentId,
    ...validators,
    isFailing: outcome.isFailing,
    now,
  });
  if (page.document_id === null && documentId !== null) await makeRoom(tx, visited);
  if ('text' in found) await addLinks(tx, visited, found.text);
}

/** A site has its nearest pages: a new one comes in place of the farthest. */
async function makeRoom(tx: Tx, { site, page }: Visited): Promise<void> {
  const farthest = await forget.dropFarthest(tx, site, page);
  if (farthest !== undefined) await deleteDocument(tx, { id: farthest });
}

/** The document of the page. Null: it has none. */
async function writeText(
  tx: Tx,
  { site, page }: Visited,
  { text, isKept }: Outcome,
  now: Date,
): Promise<number | null> {
  if (isKept) return page.document_id;
  if (text === null) {
    if (page.document_id !== null) await deleteDocument(tx, { id: page.document_id });
    return null;
  }
  const { reading, format, size, title, url } = text;
  const { passages, pages, pictures } = reading;
  const document = {
    title,
    url,
    format,
    size,
    pages,
    pictures,
    problem: reading.problem,
    is_cut: reading.isCut,
    unreadable_pages: reading.unreadablePages,
    passages: passages.length,
    text_length: lengthOf(text),
  };
  const of = { accountId: site.account_id, siteId: site.id };
  const id = page.document_id ?? (await documents.insertPageDocument(tx, of, document, now));
  if (page.document_id !== null) await documents.replacePageDocument(tx, { ...document, id, now });
  await insertPassages(tx, { accountId: site.account_id, documentId: id }, passages);
  return id;
}

/** After this time, the text of a page that always fails is too old. */
const KEEP_FAILING_MS = KEEP_FAILING_DAYS * DAY;

/** `isOff`: the whole site fails. Returns how many pages lost their text. */
export async function forgetFailing(
  tx: Tx,
  site: store.ClaimedSite,
  { isOff, now }: { isOff: boolean; now: Date },
): Promise<number> {
  if (isOff) await forget.markFailing(tx, site, now);
  const before = new Date(now.getTime() - KEEP_FAILING_MS);
  const forgotten = await forget.forgetFailing(tx, site, before);
  for (const id of forgotten) await deleteDocument(tx, { id });
  return forgotten.length;
}

/** Pages of the same site that the page leads to wait for their turn. */
async function addLinks(tx: Tx, { site, page }: Visited, { reading, base }: PageText): Promise<void> {
  const { hrefs: links, isDeadEnd } = reading.links;
  if (isDeadEnd || site.max_pages === 1 || page.depth >= site.max_depth) return;
  const urls = linksWithin(site.origin, { links, base });
  if (urls.length === 0) return;
  const most = site.max_pages * FOUND_PER_PAGE;
  await store.addPages(tx, { siteId: site.id, urls, depth: page.depth + 1, most });
}
