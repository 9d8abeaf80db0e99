import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { ErasureStep } from '../../../platform/lib/erasing.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';
import { openErased } from './subject.ts';

export const ERASING = 'people.erase';

/** Then what a step waits for may have ended. */
const AGAIN_MS = SECOND;

/** The steps run in their order, each until nothing is left. A later version may only add steps at the end. */
export const erasureJob = (ctx: Context, steps: readonly ErasureStep[]): AccountJob => ({
  name: ERASING,
  slots: 2,
  due: () => store.listWaiting(ctx.db, {}),
  async run({ accountId }, stopping) {
    for (;;) {
      const row = await store.findNext(ctx.db, { accountId });
      if (!row) return;
      if (await erasePiece(ctx, row, steps)) {
        const at = new Date(ctx.now().getTime() + AGAIN_MS);
        return enqueue(ctx.db, { name: ERASING, accountId, at });
      }
      stopping.throwIfAborted();
    }
  },
});

type Waiting = NonNullable<Awaited<ReturnType<typeof store.findNext>>>;

/** True: it must wait. */
async function erasePiece(ctx: Context, row: Waiting, steps: readonly ErasureStep[]): Promise<boolean> {
  const step = steps[row.steps];
  const erased = openErased(ctx.box, row);
  return ctx.db.transaction(async (tx) => {
    if (!step) throw new Error('an erasure has more steps than this version knows');
    const piece = await step.erase(tx, erased, row.place);
    const isOver = piece.next === null && !piece.waits;
    const done = row.steps + (isOver ? 1 : 0);
    const count = (row.counts[step.kind] ?? 0) + piece.erased;
    await store.saveErasure(tx, {
      id: row.id,
      steps: done,
      place: isOver ? '' : (piece.next ?? row.place),
      counts: JSON.stringify(count === 0 ? row.counts : { ...row.counts, [step.kind]: count }),
      finished_at: done === steps.length ? ctx.now() : null,
    });
    if (done === steps.length) ctx.log.info({ erasure: row.erasure_uuid }, 'person.erased');
    return piece.waits === true;
  });
}
