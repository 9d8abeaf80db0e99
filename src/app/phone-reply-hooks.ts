import type { Context } from '../context.ts';
import type { PhoneReplyHook } from '../gateway/messages/phone-replies/phone-reply.ts';
import { takeOverHook } from '../inbox/conversations/ownership/phone-hook.ts';

/** In this order, in the transaction that stores the replies. */
export function phoneReplyHooks(ctx: Context): readonly PhoneReplyHook[] {
  return [takeOverHook(ctx)];
}
