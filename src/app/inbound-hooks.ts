import { RATING_WORDS } from '../assistant/rating-words.ts';
import type { Context } from '../context.ts';
import { optOutHook } from '../gateway/broadcasts/opt-outs/opt-out.ts';
import type { InboundHook } from '../gateway/messages/inbound/inbound.ts';
import { mediaHook } from '../gateway/messages/media/media-hook.ts';
import { isGroup } from '../gateway/people/identity.ts';
import { callTextHook } from '../inbox/conversations/calls/call-text.ts';
import { conversationHook } from '../inbox/conversations/inbound-hook.ts';
import { replacedHook } from '../inbox/conversations/search/replaced-hook.ts';
import { withoutCodes } from '../inbox/entry-points/codes.ts';
import { touchHook } from '../inbox/entry-points/touch-hook.ts';
import { handoverHook } from '../inbox/entry-points/widgets/handover/inbound-hook.ts';

/** They run in this order, in the transaction that stores inbound messages. */
export function inboundHooks(ctx: Context): readonly InboundHook[] {
  const [open, media, optOut] = [
    conversationHook(ctx, RATING_WORDS),
    mediaHook(ctx),
    optOutHook(ctx, withoutCodes),
  ];
  const ofCustomers = handoverHook(ctx, (references) => [
    open,
    touchHook(ctx, references),
    media,
    optOut,
    callTextHook(ctx),
    replacedHook,
  ]);
  const ofGroups = [open, media];
  return [
    // People in a group write to each other: nothing there is a code, an opt-out or a call.
    async (tx, messages) => {
      const groups = messages.filter(({ phone }) => isGroup(phone));
      if (groups.length === 0) return ofCustomers(tx, messages);
      // The locks of conversations come in one order: the batch has only one kind at a time.
      const others = messages.filter(({ phone }) => !isGroup(phone));
      if (others.length > 0) await ofCustomers(tx, others);
      for (const hook of ofGroups) await hook(tx, groups);
    },
  ];
}
