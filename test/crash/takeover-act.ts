import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { phoneReplyHooks } from '../../src/app/phone-reply-hooks.ts';
import type { Context } from '../../src/context.ts';
import { SessionWriter } from '../../src/gateway/devices/sessions/session-writer.ts';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import type { Templates } from '../../src/gateway/templates/template.ts';
import { actOnOwner } from '../../src/inbox/conversations/ownership/acts.ts';
import { sendReply } from '../../src/inbox/conversations/replies/reply.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';

/** A person takes a conversation from the automation. */
export interface TakeOver {
  by: 'api' | 'phone' | 'inbox';
  account: Caller;
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
    case 'inbox':
      return sends(ctx, takeOver);
    default:
      return by satisfies never;
  }
}

type Place = Omit<TakeOver, 'by'>;

async function acts(ctx: Context, { uuid, device }: Place): Promise<void> {
  const request = { act: 'take_over', uuid, version: undefined, actor: 'Ani' } as const;
  await actOnOwner(ctx, { id: device.account_id, deviceIds: null }, request);
}

async function replies(ctx: Context, { device, nodeId, phone }: Place): Promise<void> {
  const parts = createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx));
  const writer = new SessionWriter(ctx, { ...parts, nodeId, signal: new AbortController().signal });
  const content = { type: 'text', body: 'Saya bantu', at: ctx.now(), isLive: true } as const;
  // One id for all repetitions: the network delivers the same message again.
  const reply = { waMessageId: `3A${phone}`, to: phone, ...content };
  await writer.write({ ...device, epoch: 1 }, { replies: [reply] });
}

/** One idempotency key for all repetitions. */
async function sends(ctx: Context, { account, uuid }: Place): Promise<void> {
  const input = { type: 'text', body: 'Saya bantu', actor: 'Ani' } as const;
  const call = { account, uuid, input, idempotencyKey: uuid, rawBody: input, problem: null, staff: null };
  // A text needs no template.
  const templates = {} as Templates;
  await sendReply({ ctx, templates }, call);
}
