import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { deleteLocked } from '../edit-store.ts';
import { lockBooks } from '../store.ts';
import { BULK } from './bulk.ts';
import * as store from './store.ts';

const SLOTS = 2;

/** Changes many contacts, one piece in each transaction, and undoes that. A new run goes on after the last piece. */
export const bulkJob = (ctx: Context): AccountJob => ({
  name: BULK,
  slots: SLOTS,
  due: () => store.listOpenAccounts(ctx.db, {}),
  async run({ accountId }, stopping) {
    while (await ctx.db.transaction((tx) => takeStep(ctx, tx, accountId))) {
      if (stopping.aborted) return enqueue(ctx.db, { name: BULK, accountId });
    }
  },
});

/** False: nothing is left. */
async function takeStep(ctx: Context, tx: Tx, accountId: number): Promise<boolean> {
  await lockBooks(tx, [{ account_id: accountId }]);
  const bulk = await store.findOpen(tx, { accountId });
  if (!bulk) return false;
  const isUndone = bulk.status === 'undoing';
  const next = await store.nextPiece(tx, { id: bulk.id, state: isUndone ? 'done' : 'waiting' });
  const [now, { id }] = [ctx.now(), bulk];
  if (!next) {
    await store.finishBulk(tx, { id, status: isUndone ? 'undone' : 'done', now });
    return true;
  }
  const { piece } = next;
  if (isUndone) {
    const restored = await undo(tx, bulk, next, now);
    await store.finishPiece(tx, { id, piece, state: 'undone', change: null, changed: 0, restored });
  } else {
    const { change, changed } = await make(tx, bulk, next, now);
    const text = JSON.stringify(change);
    await store.finishPiece(tx, { id, piece, state: 'done', change: text, changed, restored: 0 });
  }
  return true;
}

async function make(
  tx: Tx,
  { action, account_id: accountId, tag_ids }: store.BulkRow,
  { places }: store.PieceRow,
  now: Date,
) {
  if (action === 'delete') {
    const whole = await store.readWhole(tx, { accountId, places });
    await deleteLocked(
      tx,
      accountId,
      whole.map(({ place }) => place),
    );
    return { change: whole.map(({ row }) => row), changed: whole.length };
  }
  const pairs = places.flatMap((place) => tag_ids.map((tagId) => [place, tagId] as const));
  const change = await movePairs(tx, action === 'tag', { accountId, pairs, now });
  return { change, changed: contactsOf(change) };
}

async function undo(
  tx: Tx,
  { action, account_id: accountId }: store.BulkRow,
  { change }: store.PieceRow,
  now: Date,
) {
  if (action === 'delete') {
    return (await store.restore(tx, { accountId, rows: JSON.stringify(change) })).length;
  }
  // `movePairs` made them.
  const pairs = change as [number, number][];
  return contactsOf(await movePairs(tx, action === 'untag', { accountId, pairs, now }));
}

interface Move {
  accountId: number;
  pairs: readonly (readonly [place: number, tagId: number])[];
  now: Date;
}

async function movePairs(
  tx: Tx,
  adds: boolean,
  { accountId, pairs, now }: Move,
): Promise<[number, number][]> {
  const columns = { places: pairs.map(([place]) => place), tagIds: pairs.map(([, tagId]) => tagId) };
  const moved = await (adds ? store.addPairs : store.removePairs)(tx, { accountId, ...columns, now });
  return moved.map(({ place, tag_id }) => [place, tag_id]);
}

const contactsOf = (pairs: readonly [number, number][]) => new Set(pairs.map(([place]) => place)).size;
