import type { Context } from '../../src/context.ts';
import type { ReceivedMessage } from '../../src/gateway/engines/engine.ts';
import type { InboundHook } from '../../src/gateway/messages/inbound/inbound.ts';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { conversationHook } from '../../src/inbox/conversations/inbound-hook.ts';
import { tablesOf } from './tables.ts';

interface Device {
  id: number;
  account_id: number;
  device_uuid: string;
}

let messages = 0;

/** One message of a customer. */
export function inbound(
  device: Device,
  from: string,
  columns: {
    body?: string | null;
    at?: Date;
    editOf?: string;
    kind?: 'photo' | 'sticker';
    details?: object;
  } = {},
) {
  messages += 1;
  const { body = 'Halo', at = new Date(), editOf, kind, details: given } = columns;
  const content = { from, type: kind === undefined ? ('text' as const) : ('image' as const), body, at };
  const edit = editOf === undefined ? undefined : { edit: { original_message_id: editOf } };
  const details: object | undefined = kind === 'sticker' ? { kind } : (given ?? edit);
  const message = { waMessageId: `3EB0${process.pid}${messages}`, ...content, ...(details && { details }) };
  return { device: { ...device, epoch: 1 }, message };
}

interface Received {
  device: Device & { epoch: number };
  message: ReceivedMessage;
}

/** Stores a batch as a sessions process does. */
export function receiver(ctx: Context, hooks: readonly InboundHook[] = [conversationHook(ctx)]) {
  const { numberReceived, storeReceived } = createInbound(ctx, hooks);
  return async (...batch: Received[]): Promise<void> => {
    const numbered = await numberReceived(batch);
    await ctx.db.transaction((tx) => storeReceived(tx, numbered));
  };
}

/** Stores that a customer deleted a message on all phones. */
export function eraser(ctx: Context) {
  const { storeChanges } = createInbound(ctx, []);
  return (device: Device, phone: string, target: string): Promise<void> => {
    messages += 1;
    const change = {
      ...{ waMessageId: `3EB0${process.pid}${messages}`, phone, fromMe: false, target },
      ...{ kind: 'deletion' as const, body: null, at: ctx.now() },
    };
    return ctx.db.transaction((tx) => storeChanges(tx, [{ device: { ...device, epoch: 1 }, change }]));
  };
}

/** Of one account, oldest first. */
export function conversationsOf(ctx: Context, { id }: { id: number }) {
  return tablesOf(ctx.db)
    .selectFrom('conversations')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id')
    .execute();
}
