import type { Context } from '../context.ts';
import { takeOverHook } from '../conversations/ownership/phone-hook.ts';
import type { PhoneReplyHook } from '../messages/phone-replies/phone-reply.ts';

/** They run in this order, in the transaction that stores replies of the phone. */
export function phoneReplyHooks(ctx: Context): readonly PhoneReplyHook[] {
  return [takeOverHook(ctx)];
}
