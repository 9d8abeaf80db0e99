import type { Context } from '../context.ts';
import type { PhoneReplyHook } from '../gateway/messages/phone-replies/phone-reply.ts';
import { takeOverHook } from '../inbox/conversations/ownership/phone-hook.ts';

/** They run in this order, in the transaction that stores replies of the phone. */
export function phoneReplyHooks(ctx: Context): readonly PhoneReplyHook[] {
  return [takeOverHook(ctx)];
}
