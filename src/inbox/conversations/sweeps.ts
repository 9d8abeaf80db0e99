import type { Context } from '../../context.ts';
import { deleteOldReadReceipts } from '../../gateway/messages/read-receipts/read-receipts.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { repeat } from '../../platform/lib/repeat.ts';
import { countAnswers } from './answers/count-answers.ts';
import { startAssigner } from './assignment/assigner.ts';
import { saveSenders } from './contacts/senders.ts';
import { endSnoozes } from './inbox/snooze.ts';
import { removeDeletedLabels } from './labels/removal.ts';
import { renameAssignees } from './ownership/assignee-names.ts';
import { leaveDeletedTeams } from './ownership/deleted-teams.ts';
import { runTimers, type TimerHooks } from './ownership/timers.ts';
import { runUnsentAnswers } from './ownership/unsent-answers.ts';
import { renewTimers } from './settings/renewal.ts';
import { deleteEndedViews } from './viewers/viewer.ts';

const SWEEP_MS = 15 * SECOND;
/** While nothing happens, times are seen up to a minute late. */
const PACE = { everyMs: SWEEP_MS, spacingMs: SWEEP_MS, rests: true, topics: ['events'] } as const;

/** What customers or staff see within seconds. */
const sweepsWith = (hooks: TimerHooks) => [
  { run: changeOwners(hooks), failed: 'conversations.timers_failed' },
  { run: renewTimers, failed: 'conversations.settings_failed' },
  { run: endSnoozes, failed: 'conversations.snoozes_failed' },
  { run: countAnswers, failed: 'conversations.answers_failed', kind: 'upkeep' as const },
  { run: saveSenders, failed: 'conversations.senders_failed', kind: 'upkeep' as const },
  { run: renameAssignees, failed: 'conversations.assignees_failed' },
  { run: leaveDeletedTeams, failed: 'conversations.teams_failed' },
];

/** Timers must see which customers wait again. */
const changeOwners = (hooks: TimerHooks) => async (ctx: Context, stopped: AbortSignal) => {
  await runUnsentAnswers(ctx, stopped);
  await runTimers(ctx, { stopped, ...hooks });
};

/** The work on conversations that time brings. Any number of processes may run it. */
export function startConversationSweeps(ctx: Context, hooks: TimerHooks): { stop(): Promise<void> } {
  const sweeps = sweepsWith(hooks).map(({ failed, run, ...order }) =>
    repeat(ctx, { ...PACE, ...order, failed, work: (stopping) => run(ctx, stopping) }),
  );
  const all = [...sweeps, startAssigner(ctx)];
  return {
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}

/** What may wait a minute. Each runs although another fails. */
export async function tidyConversations(ctx: Context, stopping: AbortSignal): Promise<void> {
  const tidying = [removeDeletedLabels, deleteOldReadReceipts, deleteEndedViews];
  await Promise.all(tidying.map((tidy) => tidy(ctx, stopping)));
}
