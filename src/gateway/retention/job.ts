import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { daysAgo } from '../../platform/lib/clock.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import type { Job } from '../../platform/lib/jobs.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import type { DeletedPiece, TimePlace } from '../../platform/lib/time-place.ts';
import type { EventConsumer } from '../events/consumer.ts';
import { deleteEventsOf } from '../events/retention.ts';
import { hoursOf } from '../hours/hours.ts';
import { expireOldFiles } from '../messages/media/retention.ts';
import { deleteOldMessages, type GoesWith, SCOPES } from '../messages/retention/old-messages.ts';
import { enqueueRetention, getRetention, RETAINING } from './retention.ts';

/** Then it is the turn of other accounts. */
const RUN_MS = 30_000;
/** Times the duration of a piece. */
const REST = 3;

/** Deletes a piece of what is old. */
type DeletePiece = (after: TimePlace | null) => Promise<DeletedPiece>;

/** What houses above add. */
export interface RetentionParts {
  consumers: readonly EventConsumer[];
  /** Goes with the messages, in their transaction. */
  goWith: readonly GoesWith[];
  /** Lines of conversations. */
  deleteLines: (
    tx: Tx,
    old: { accountId: number; before: Date; after: TimePlace | null },
  ) => Promise<DeletedPiece>;
}

/** Each piece is one transaction, so a killed job goes on with what is left. */
export const retentionJobs = (ctx: Context, parts: RetentionParts): Job[] => [
  { name: 'retention', cron: '33 * * * *', run: async () => ({ accounts: await enqueueRetention(ctx) }) },
  {
    name: RETAINING,
    slots: 1,
    async run({ accountId }, stopping) {
      const end = performance.now() + RUN_MS;
      const counts: Record<string, number> = {};
      for (const [kind, piece] of await stepsOf(ctx, accountId, parts)) {
        const { deleted, isDone } = await deleteUntil(end, piece, stopping);
        counts[kind] = (counts[kind] ?? 0) + deleted;
        if (isDone) continue;
        await enqueue(ctx.db, { name: RETAINING, accountId });
        break;
      }
      if (Object.values(counts).some((count) => count > 0))
        ctx.log.info({ account: accountId, deleted: counts }, 'retention.deleted');
    },
  },
];

async function stepsOf(
  ctx: Context,
  accountId: number,
  { consumers, goWith, deleteLines }: RetentionParts,
): Promise<[kind: string, DeletePiece][]> {
  const { effective, file_days, event_days } = await getRetention(ctx, { id: accountId });
  const steps: [string, DeletePiece][] = [];
  if (event_days !== null) {
    const before = daysAgo(ctx, event_days);
    steps.push(['events', (after) => deleteEventsOf(ctx, consumers, { accountId, before, after })]);
  }
  if (file_days !== null) {
    const before = daysAgo(ctx, file_days);
    steps.push(['files', async () => piecesOf(await expireOldFiles(ctx.db, { accountId, before }))]);
  }
  if (effective.message_days !== null) {
    const old = { accountId, before: daysAgo(ctx, effective.message_days) };
    const hours = await hoursOf(ctx.db, accountId, null);
    const inTx =
      (piece: (tx: Tx, after: TimePlace | null) => ReturnType<DeletePiece>): DeletePiece =>
      (after) =>
        ctx.db.transaction((tx) => piece(tx, after));
    for (const scope of SCOPES)
      steps.push([
        'messages',
        inTx((tx, after) => deleteOldMessages(tx, { ...old, scope, after, hours }, goWith)),
      ]);
    steps.push(['lines', inTx((tx, after) => deleteLines(tx, { ...old, after }))]);
  }
  return steps;
}

/** Rests after each piece: most of the database stays free for sending. */
async function deleteUntil(
  end: number,
  piece: DeletePiece,
  stopping: AbortSignal,
): Promise<{ deleted: number; isDone: boolean }> {
  let total = 0;
  for (let after: TimePlace | null = null; ; ) {
    const began = performance.now();
    const { deleted, next }: DeletedPiece = await piece(after);
    total += deleted;
    if (next === null) return { deleted: total, isDone: true };
    const now = performance.now();
    if (now > end) return { deleted: total, isDone: false };
    after = next;
    await wait(REST * (now - began), undefined, { signal: stopping });
  }
}

/** Expired files are not found again. */
const piecesOf = ({ deleted, isDone }: { deleted: number; isDone: boolean }) => ({
  deleted,
  next: isDone ? null : { at: '', id: 0 },
});
