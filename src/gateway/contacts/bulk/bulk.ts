import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { selectionOf } from '../filter.ts';
import { countFiltered, countListed } from '../filter-store.ts';
import { lockBooks } from '../store.ts';
import { type BulkContacts, MAX_BULKS, MAX_CHANGES } from './schema.ts';
import * as store from './store.ts';

export const BULK = 'contacts.bulk';
/** In which a change can be undone, from its end. */
export const UNDO_MS = HOUR;
const FORGOTTEN_AT_ONCE = 10;

const since = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() - UNDO_MS);

/** How many contacts the change would be about. */
export async function countBulk(ctx: Context, account: Account, given: BulkContacts): Promise<number> {
  const { contact_ids: ids, filter = {} } = given;
  if (ids) return (await store.countIds(ctx.db, { accountId: account.id, ids: [...new Set(ids)] })).count;
  const { filter: conditions, tag } = await selectionOf(ctx, account, filter);
  if (conditions) return countFiltered(ctx.db, conditions);
  return (await countListed(ctx.db, { accountId: account.id, tag: tag || null })).count;
}

/** A job begins at once. FieldErrors without contacts; ApiError contact_bulk_limit_reached. */
export async function startBulk(ctx: Context, account: Account, given: BulkContacts): Promise<store.BulkRow> {
  const { action, tags = [] } = given;
  const [chosen, now, accountId] = [await chosenOf(ctx, account, given), ctx.now(), account.id];
  return ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: accountId }]);
    const recent = await store.listBulks(tx, { accountId, since: since(ctx), limit: MAX_CHANGES });
    const ofMany = recent.filter(({ matched }) => matched > 1).length;
    if (recent.length === MAX_CHANGES || ofMany >= MAX_BULKS)
      throw new ApiError('contact_bulk_limit_reached');
    const ids = tags.length === 0 ? [] : await store.ensureTags(tx, { accountId, names: tags, now });
    const bulk = { accountId, action, tagIds: ids.map((tag) => tag.id), now };
    const id = await store.insertBulk(tx, bulk, chosen);
    if (id === undefined) {
      throw new FieldErrors({
        [given.filter ? 'filter' : 'contact_ids']: ['must match at least one contact'],
      });
    }
    await enqueue(tx, { name: BULK, accountId });
    return getBulk({ db: tx }, account, id);
  });
}

async function chosenOf(ctx: Context, account: Account, given: BulkContacts): Promise<store.Chosen> {
  const { contact_ids: ids, filter = {} } = given;
  if (ids) return { ids };
  const { tag, filter: conditions } = await selectionOf(ctx, account, filter);
  if (conditions) return { filter: conditions };
  return tag ? { tag } : { all: true };
}

/** Those that run, or can be undone. */
export function listBulks(ctx: Context, { id: accountId }: { id: number }): Promise<store.BulkRow[]> {
  return store.listBulks(ctx.db, { accountId, since: since(ctx), limit: MAX_BULKS });
}

/** ApiError contact_bulk_not_found. */
export async function getBulk(
  { db }: { db: Parameters<typeof store.findBulk>[0] },
  { id: accountId }: { id: number },
  id: string,
): Promise<store.BulkRow> {
  const bulk = isUuid(id) ? await store.findBulk(db, { accountId, id }) : undefined;
  if (!bulk) throw new ApiError('contact_bulk_not_found');
  return bulk;
}

/** What is left of a running change is not made. ApiError contact_bulk_not_found, contact_bulk_over. */
export async function undoBulk(ctx: Context, account: Account, id: string): Promise<store.BulkRow> {
  await getBulk(ctx, account, id);
  return ctx.db.transaction(async (tx) => {
    const accountId = account.id;
    await lockBooks(tx, [{ account_id: accountId }]);
    if (await store.beginUndo(tx, { accountId, id, since: since(ctx) })) {
      await enqueue(tx, { name: BULK, accountId });
    } else if (!/^und/.test((await getBulk({ db: tx }, account, id)).status)) {
      throw new ApiError('contact_bulk_over');
    }
    return getBulk({ db: tx }, account, id);
  });
}

/** Forgets what cannot be undone any more, in chunks: each may have many contacts. */
export async function tidyBulks(ctx: Context): Promise<number> {
  for (let forgotten = 0; ; ) {
    const count = await store.forgetBulks(ctx.db, { before: since(ctx), limit: FORGOTTEN_AT_ONCE });
    forgotten += count;
    if (count < FORGOTTEN_AT_ONCE) return forgotten;
  }
}
