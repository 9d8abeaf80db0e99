import type { Context } from '../../context.ts';
import { deleteOldReadReceipts } from '../../gateway/messages/read-receipts/read-receipts.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { countAnswers } from './answers/count-answers.ts';
import { startAssigner } from './assignment/assigner.ts';
import { endSnoozes } from './inbox/snooze.ts';
import { removeDeletedLabels } from './labels/removal.ts';
import { renameAssignees } from './ownership/assignee-names.ts';
import { runTimers, type TimerHooks } from './ownership/timers.ts';
import { runUnsentAnswers } from './ownership/unsent-answers.ts';
import { renewTimers } from './settings/renewal.ts';
import { deleteEndedViews } from './viewers/viewer.ts';

const SWEEP_MS = 15 * SECOND;

/** Each begins again after its end, at most every 15 s. */
const sweepsWith = (hooks: TimerHooks) =>
  [
    { run: changeOwners(hooks), failed: 'conversations.timers_failed' },
    { run: renewTimers, failed: 'conversations.settings_failed' },
    { run: endSnoozes, failed: 'conversations.snoozes_failed' },
    { run: countAnswers, failed: 'conversations.answers_failed' },
    { run: removeDeletedLabels, failed: 'conversations.labels_failed' },
    { run: renameAssignees, failed: 'conversations.assignees_failed' },
    { run: deleteOldReadReceipts, failed: 'conversations.read_receipts_failed' },
    { run: deleteEndedViews, failed: 'conversations.viewers_failed' },
  ] as const;

/** Timers must see which customers wait again. */
const changeOwners = (hooks: TimerHooks) => async (ctx: Context, stopped: AbortSignal) => {
  await runUnsentAnswers(ctx, stopped);
  await runTimers(ctx, { stopped, ...hooks });
};

/** The work on conversations that time brings. Any number of processes may run it. */
export function startConversationSweeps(ctx: Context, hooks: TimerHooks): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();
  const sweeps = sweepsWith(hooks);
  const sweep = ({ run, failed }: (typeof sweeps)[number]) => {
    if (running.has(failed)) return;
    const work = run(ctx, stopped.signal)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, failed);
      })
      .finally(() => running.delete(failed));
    running.set(failed, work);
  };
  const timer = setInterval(() => sweeps.forEach(sweep), SWEEP_MS);
  const assigner = startAssigner(ctx);
  return {
    async stop() {
      stopped.abort();
      clearInterval(timer);
      await Promise.all([assigner.stop(), ...running.values()]);
    },
  };
}
