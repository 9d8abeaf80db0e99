import { optOutHook } from '../broadcasts/opt-outs/opt-out.ts';
import type { Context } from '../context.ts';
import type { InboundHook } from '../messages/inbound/inbound.ts';

/** What features do in the transaction that stores messages of customers, in this order, whichever engine brought them. */
export function inboundHooks(ctx: Context): readonly InboundHook[] {
  return [optOutHook(ctx)];
}
