import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { phoneReplyHooks } from '../../src/app/phone-reply-hooks.ts';
import type { Context } from '../../src/context.ts';
import { actOnOwner } from '../../src/conversations/ownership/acts.ts';
import { SessionWriter } from '../../src/devices/sessions/session-writer.ts';
import { createInbound } from '../../src/messages/inbound/inbound.ts';

/** A person takes a conversation from the automation. */
export interface TakeOver {
  by: 'api' | 'phone';
  uuid: string;
  phone: string;
  nodeId: string;
  device: { id: number; account_id: number; device_uuid: string };
}

/** It can be repeated, as a client and the network do. */
export async function causeTakeOver(ctx: Context, { by, ...takeOver }: TakeOver): Promise<void> {
  switch (by) {
    case 'api':
      return acts(ctx, takeOver);
    case 'phone':
      return replies(ctx, takeOver);
    default:
      return by satisfies never;
  }
}

type Place = Omit<TakeOver, 'by'>;

async function acts(ctx: Context, { uuid, device }: Place): Promise<void> {
  const request = { act: 'take_over', uuid, version: undefined, actor: 'Ani' } as const;
  await actOnOwner(ctx, { id: device.account_id }, request);
}

async function replies(ctx: Context, { device, nodeId, phone }: Place): Promise<void> {
  const parts = createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx));
  const writer = new SessionWriter(ctx, { ...parts, nodeId, signal: new AbortController().signal });
  const content = { type: 'text', body: 'Saya bantu', at: ctx.now(), isLive: true } as const;
  // One id for all repetitions: the network delivers the same message again.
  const reply = { waMessageId: `3A${phone}`, to: phone, ...content };
  await writer.write({ ...device, epoch: 1 }, { replies: [reply] });
}
