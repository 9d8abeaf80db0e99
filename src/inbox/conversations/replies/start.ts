import { getDevice } from '../../../gateway/devices/device.ts';
import { readGroup } from '../../../gateway/groups/group.ts';
import type { Parts } from '../../../gateway/messages/admission/check-content.ts';
import { identityOf, isGroup, recipientOf } from '../../../gateway/people/identity.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { ensureConversations } from '../conversation.ts';
import { listConversations } from '../conversation-list.ts';
import { openByStaff } from '../ownership/ownership.ts';
import { readConversations } from '../store.ts';
import { admit, announce, messageFor, type ReplyAnswer, type ReplyCall, sendReply } from './reply.ts';
import type { StartConversation } from './schema.ts';

export interface StartCall extends Omit<ReplyCall, 'uuid' | 'input' | 'staff'> {
  staff: NonNullable<ReplyCall['staff']>;
  input: StartConversation;
}

export interface Started extends ReplyAnswer {
  /** Of the conversation. */
  uuid: string;
}

/**
 * Makes the conversation with the message, or replies to a known one. Throws a reply's problems,
 * and invalid_phone; for a group also those of readGroup.
 */
export async function startConversation(parts: Parts, call: StartCall): Promise<Started> {
  const { ctx } = parts;
  const { account, input } = call;
  const phone = recipientOf(account, input.to);
  const identity = phone === null ? null : identityOf(phone);
  if (phone === null || identity === null) throw new ApiError('invalid_phone');
  const { id: device_id, device_uuid, engine } = await getDevice(ctx, account, input.device_uuid);
  const one = { device_uuid, phone, order: 'latest', limit: 1, chat: 'all' } as const;
  const [known] = (await listConversations(ctx, account, one)).conversations;
  const reply = (uuid: string): ReplyCall => ({ ...call, uuid, input: input.message });
  if (known) {
    const uuid = known.conversation_uuid;
    return { uuid, ...(await sendReply(parts, reply(uuid))) };
  }
  if (input.message.quote)
    throw new FieldErrors({ 'message.quote': ['must be missing: nothing was written'] });
  const { subject: name } = isGroup(phone)
    ? await readGroup(ctx, account, { uuid: device_uuid, id: phone })
    : { subject: null };
  const chat = { device_id, device_uuid, engine, phone, last_customer_at: null };
  const message = await messageFor(parts, reply(''), chat);
  const started = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const address = {
      account_id: account.id,
      device_id,
      identities: [identity],
      phone,
      name,
      at: now,
    } as const;
    const [made] = await readConversations(tx, { ids: await ensureConversations(tx, [address], now) });
    if (!made) throw new Error('a conversation is missing although it was made');
    const uuid = made.conversation_uuid;
    await openByStaff(tx, made.id, call.staff.name, now);
    const prepared = { chat: made, message, seen: null, problem: null };
    const answer = await admit(tx, ctx, { call: reply(uuid), prepared, now });
    if (!answer) throw new ApiError('device_disconnected', OTHER_DEVICE);
    // A refused message leaves no conversation behind.
    if (answer.verdict instanceof Error) throw answer.verdict;
    return { uuid, ...answer };
  });
  announce(ctx, started);
  return started;
}

const OTHER_DEVICE = 'Another device speaks for this number now. Write from that device.';
