import { optOutHook } from '../broadcasts/opt-outs/opt-out.ts';
import type { Context } from '../context.ts';
import type { InboundHook } from '../messages/inbound/inbound.ts';

/** Hooks that run, in this order, in the transaction that stores inbound messages of either engine. */
export function inboundHooks(ctx: Context): readonly InboundHook[] {
  return [optOutHook(ctx)];
}
