import type { Context } from '../../context.ts';
import type { StoreReceived } from '../../devices/sessions/session-listener.ts';
import { toStorable } from '../../lib/text.ts';
import * as store from './store.ts';

/**
 * Stores customers' messages in the transaction of the keys that decrypted them, each with its event. The same message of a device is
 * stored once, whatever comes again.
 */
export function createInbound(ctx: Context): StoreReceived {
  return (tx, received) =>
    store.insertInbound(
      tx,
      received.map(({ device, message }) => ({
        account_id: device.account_id,
        device_id: device.id,
        wa_message_id: toStorable(message.waMessageId),
        phone: message.from,
        type: message.type,
        body: message.body === null ? null : toStorable(message.body),
        at: message.at,
      })),
      ctx.now(),
    );
}
