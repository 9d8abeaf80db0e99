import type { Context } from '../../context.ts';
import type { StoreReceived } from '../../devices/sessions/session-listener.ts';
import type { ReceivedMessage } from '../../engines/engine.ts';
import { storableJson, toStorable } from '../../lib/text.ts';
import * as store from './store.ts';

/**
 * Stores customers' messages in the transaction of the keys that decrypted them, each with its event. The same message of a device is
 * stored once, whatever comes again.
 */
export function createInbound(ctx: Context): StoreReceived {
  return (tx, received) =>
    store.insertInbound(
      tx,
      received.map(({ device, message }) => inboundRow(device, message)),
      ctx.now(),
    );
}

/** A customer's message as it is stored: whatever strings are in it, the database takes them. */
export function inboundRow(
  device: { id: number; account_id: number },
  message: ReceivedMessage,
): store.InboundRow {
  return {
    account_id: device.account_id,
    device_id: device.id,
    wa_message_id: toStorable(message.waMessageId),
    phone: toStorable(message.from),
    type: toStorable(message.type),
    body: message.body === null ? null : toStorable(message.body),
    details: message.details ? storableJson(message.details) : null,
    at: message.at,
  };
}
