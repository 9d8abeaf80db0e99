import { optOutHook } from '../broadcasts/opt-outs/opt-out.ts';
import type { Context } from '../context.ts';
import { conversationHook } from '../conversations/inbound-hook.ts';
import { withoutCodes } from '../entry-points/codes.ts';
import { touchHook } from '../entry-points/touch-hook.ts';
import type { InboundHook } from '../messages/inbound/inbound.ts';
import { mediaHook } from '../messages/media/media-hook.ts';

/** They run in this order, in the transaction that stores inbound messages. */
export function inboundHooks(ctx: Context): readonly InboundHook[] {
  return [conversationHook(ctx), touchHook(ctx), mediaHook(ctx), optOutHook(ctx, withoutCodes)];
}
