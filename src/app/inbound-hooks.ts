import { optOutHook } from '../broadcasts/opt-outs/opt-out.ts';
import type { Context } from '../context.ts';
import { callTextHook } from '../conversations/calls/call-text.ts';
import { conversationHook } from '../conversations/inbound-hook.ts';
import { replacedHook } from '../conversations/search/replaced-hook.ts';
import { withoutCodes } from '../entry-points/codes.ts';
import { touchHook } from '../entry-points/touch-hook.ts';
import { handoverHook } from '../entry-points/widgets/handover/inbound-hook.ts';
import type { InboundHook } from '../messages/inbound/inbound.ts';
import { mediaHook } from '../messages/media/media-hook.ts';

/** They run in this order, in the transaction that stores inbound messages. */
export function inboundHooks(ctx: Context): readonly InboundHook[] {
  const [open, media, optOut] = [conversationHook(ctx), mediaHook(ctx), optOutHook(ctx, withoutCodes)];
  return [
    handoverHook(ctx, (references) => [
      open,
      touchHook(ctx, references),
      media,
      optOut,
      callTextHook(ctx),
      replacedHook,
    ]),
  ];
}
