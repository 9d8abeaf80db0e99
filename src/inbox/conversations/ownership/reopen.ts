import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { reasonOf, recordAct } from '../acting.ts';
import { lockOwner, ownershipChanged } from './ownership.ts';
import * as store from './store.ts';

/** As the entry of the timeline names it. */
const KINDS = { bot: 'given_back', human_waiting: 'unassigned', human_active: 'assigned' } as const;

/**
 * Takes the last end back: owner, assignee, wait, unread messages and snooze are as before it. ApiError
 * conversation_not_found; ownership_changed when something else happened since.
 */
export async function reopen(
  ctx: Context,
  account: Sight,
  uuid: string,
  { version, actor }: { version: number | undefined; actor: string },
): Promise<void> {
  if (!isUuid(uuid)) throw new ApiError('conversation_not_found');
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const owner = await lockOwner(tx, account, { uuid, version });
    const before = owner.owner_state === 'closed' ? await store.findBefore(tx, owner) : undefined;
    if (!before) throw ownershipChanged(owner);
    const to = before.owner_state === 'bot' && !owner.automated ? 'human_waiting' : before.owner_state;
    const change = {
      id: owner.id,
      version: owner.ownership_version,
      to,
      kind: KINDS[to],
      reason: reasonOf(ctx),
    };
    const { owner_state: _, ...columns } = before;
    await store.restoreOwner(tx, { ...columns, ...change, actor, now });
    await recordAct(tx, ctx, account, { action: 'conversation.reopened', target: uuid });
  });
  ctx.bus.publish('events');
}
