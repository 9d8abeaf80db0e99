import type { Db, Tx } from '../../lib/db/db.ts';
import { spellingsOf } from '../../lib/phone-spellings.ts';
import { MAX_ID } from '../../lib/text.ts';
import * as store from './store.ts';

/**
 * The device speaks for this number from now on. Conversations belong to the number, so that they continue on
 * another device, and a device with another number starts new ones.
 */
export async function speakFor(tx: Tx, device: store.Speaker, phoneNumber: string): Promise<void> {
  const address = addressOf(phoneNumber);
  const channel = await store.findNumber(tx, device.account_id, address);
  if (channel && channel.id === device.channel_id && channel.device_id === device.id) return;
  await store.assign(tx, device, address);
}

/** For a device that is released or banned: another one of its number speaks for it, if there is one. */
export async function stopSpeaking(tx: Tx, device: store.Speaker): Promise<void> {
  await store.handOver(tx, device);
}

/** For devices whose number is not known: their own id is the address. */
export async function ensureChannels(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  for (const device of await store.lockWithout(tx, [...new Set(deviceIds)])) {
    await store.assign(
      tx,
      { ...device, channel_id: null },
      addressOf(device.phone_number ?? device.device_uuid),
    );
  }
}

/** The newest spans of each channel. */
export async function listSpans(
  db: Db,
  channelIds: readonly number[],
  limit: number,
): Promise<Map<number, store.Span[]>> {
  const spans = await store.listSpans(db, [...new Set(channelIds)], limit);
  return Map.groupBy(spans, ({ channel_id }) => channel_id);
}

const addressOf = (phoneNumber: string) => spellingsOf(phoneNumber)[0].slice(0, MAX_ID);
