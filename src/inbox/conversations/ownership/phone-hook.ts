import type { Context } from '../../../context.ts';
import {
  linkReplies,
  type PhoneReplyHook,
  type StoredReply,
} from '../../../gateway/messages/phone-replies/phone-reply.ts';
import { identityOf } from '../../../gateway/people/identity.ts';
import { ensureConversations } from '../conversation.ts';
import { noteAgentAnswers } from '../standby/standby.ts';
import { takeOverByReplies } from './ownership.ts';

/** A reply on the phone belongs to the conversation of its recipient, and takes it over. */
export function takeOverHook(ctx: Pick<Context, 'now'>): PhoneReplyHook {
  return async (tx, replies) => {
    const now = ctx.now();
    const sent = replies.flatMap((reply) => {
      const identity = identityOf(reply.phone);
      return identity ? [{ reply, identity }] : [];
    });
    if (sent.length === 0) return;
    const ids = await ensureConversations(
      tx,
      sent.map(({ reply: { account_id, device_id, phone, at }, identity }) => ({
        account_id,
        device_id,
        phone,
        identities: [identity],
        at: at < now ? at : now,
      })),
      now,
    );
    const linked = sent.flatMap(({ reply }, index) => {
      const conversation_id = ids[index];
      return conversation_id === undefined ? [] : [{ reply, conversation_id }];
    });
    await linkReplies(
      tx,
      linked.map(({ reply: { id }, conversation_id }) => ({ id, conversation_id })),
    );
    const agents = linked.filter(({ reply }) => reply.is_agent);
    if (agents.length > 0)
      await noteAgentAnswers(
        tx,
        agents.map(({ reply: { at }, conversation_id: id }) => ({ id, at: at < now ? at : now })),
      );
    await takeOverByReplies(tx, latestOf(linked, now), { reason: 'phone', actor: 'phone' }, now);
  };
}

/** The last reply of each conversation that changes the owner. */
function latestOf(linked: readonly { reply: StoredReply; conversation_id: number }[], now: Date) {
  const latest = new Map<number, Date>();
  for (const { reply, conversation_id: id } of linked) {
    if (!reply.takes_over) continue;
    const at = reply.at < now ? reply.at : now;
    latest.set(id, new Date(Math.max(at.getTime(), latest.get(id)?.getTime() ?? 0)));
  }
  return [...latest].map(([id, at]) => ({ id, at }));
}
