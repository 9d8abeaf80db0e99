import type { Context } from '../../../context.ts';
import type { CustomerHandover, HandoverHook } from '../../../gateway/messages/customer-changes.ts';
import { supersede } from '../../../gateway/messages/queue/queue.ts';
import { identityOf } from '../../../gateway/people/identity.ts';
import { ensureConversations } from '../conversation.ts';
import { changeOwner, lockOwners } from '../ownership/ownership.ts';
import * as store from './store.ts';

export const { noteAgentAnswers } = store;

/** Another agent of the number takes chats, and passes them on: those then wait for staff. */
export function handoverHook(ctx: Pick<Context, 'db' | 'now'>): HandoverHook {
  return async (handovers) => {
    for (const handover of handovers) await note(ctx, handover);
  };
}

async function note(ctx: Pick<Context, 'db' | 'now'>, handover: CustomerHandover): Promise<void> {
  const { account_id, device_id, phone, isHeld } = handover;
  const identity = identityOf(phone);
  if (!identity) return;
  const now = ctx.now();
  const at = handover.at < now ? handover.at : now;
  await ctx.db.transaction(async (tx) => {
    const ids = await ensureConversations(
      tx,
      [{ account_id, device_id, phone, at, identities: [identity] }],
      now,
    );
    const [owner] = await lockOwners(tx, { ids });
    if (!owner) return;
    const wasHeld = await store.setStandby(tx, owner.id, isHeld ? at : null, now);
    // What automations have queued is not said any more.
    if (isHeld) await supersede(tx, [owner.id], now);
    if (isHeld || !wasHeld) return;
    await changeOwner(tx, owner, { move: 'agent_passed', reason: 'agent', actor: 'system' }, now);
  });
}
