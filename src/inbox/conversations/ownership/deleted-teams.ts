import type { Context } from '../../../context.ts';
import { deleteRow, listDeleted } from '../../staff/teams/team.ts';
import { runDue } from '../due.ts';
import { leaveTeam } from './team-store.ts';

/** In one transaction. */
const CONVERSATIONS = 500;

/** Takes deleted teams from their conversations, which wait for each user then. */
export async function leaveDeletedTeams(ctx: Context, stopped?: AbortSignal): Promise<void> {
  await runDue(ctx, {
    failed: 'conversations.team_failed',
    list: (last, limit) => listDeleted(ctx.db, { after: last?.id ?? 0, limit }),
    async run({ id }) {
      let left: number;
      do {
        if (stopped?.aborted) return;
        left = await ctx.db.transaction((tx) => leaveTeam(tx, id, CONVERSATIONS));
      } while (left > 0);
      await deleteRow(ctx.db, { id });
    },
    stopped,
  });
}
