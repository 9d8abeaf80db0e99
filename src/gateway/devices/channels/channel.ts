import type { Sight } from '../../../platform/accounts/account.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { MAX_ID } from '../../../platform/lib/text.ts';
import * as store from './store.ts';

/** Conversations follow the number to another device; a new number starts new ones. */
export async function speakFor(tx: Tx, device: store.Speaker, phoneNumber: string): Promise<void> {
  const address = addressOf(phoneNumber);
  const channel = await store.findNumber(tx, { account_id: device.account_id, address });
  if (channel && channel.id === device.channel_id && channel.device_id === device.id) return;
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.assign(tx, device, address);
}

/** For a widget alone. `address`: the widget's public id. */
export async function openChat(
  tx: Tx,
  device: { id: number; account_id: number },
  address: string,
): Promise<void> {
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.assign(tx, { ...device, channel_id: null }, address, 'widget');
}

/** After a release or ban: another device of the number speaks, if any. */
export async function stopSpeaking(tx: Tx, device: store.Speaker): Promise<void> {
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.handOver(tx, device);
}

/** Devices of unknown numbers get their own id as address. */
export async function ensureChannels(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  for (const device of await store.lockWithout(tx, { ids: [...new Set(deviceIds)] })) {
    await store.lockCoverage(tx, device.account_id, 'shared');
    await store.assign(
      tx,
      { ...device, channel_id: null },
      addressOf(device.phone_number ?? device.device_uuid),
    );
  }
}

/** Messages with row ids after `from`, up to `until`, belong to the number of now. */
export function addSpan(tx: Tx, deviceId: number, ids: { from: number; until: number }): Promise<void> {
  return store.addSpan(tx, deviceId, ids);
}

/**
 * In the transaction that changes where automations answer. New devices of numbers wait, or the
 * change sees them.
 */
export async function lockCoverage(tx: Tx, accountId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  await store.lockCoverage(tx, accountId, mode);
}

/** On all numbers, or those of these devices. Returns how many changed. */
export function setAutomated(
  tx: Tx,
  accountId: number,
  covered: { all: boolean; deviceIds: readonly number[] },
): Promise<number> {
  return store.setAutomated(tx, { accountId, ...covered });
}

/** The newest spans of each channel. */
export async function listSpans(
  db: Db,
  channelIds: readonly number[],
  limit: number,
): Promise<Map<number, store.Span[]>> {
  const spans = await store.listSpans(db, { ids: [...new Set(channelIds)], limit });
  return Map.groupBy(spans, ({ channel_id }) => channel_id);
}

/** SQL: whether a caller with `:deviceIds` sees the number. */
export const seesChannel = (channelId: string) =>
  `(:deviceIds::bigint[] is null
     or (select device_id from channels where id = ${channelId}) = any (:deviceIds::bigint[]))`;

/**
 * SQL: whether a caller with `:deviceIds` sees the message `m` (id, device_id), by its number's
 * present device.
 */
export const seesMessage = (m: string) =>
  `(:deviceIds::bigint[] is null or coalesce((
     select c.device_id from (
       select channel_id from channel_devices
       where device_id = ${m}.device_id and from_message_id < ${m}.id
         and ${m}.id <= coalesce(until_message_id, ${m}.id)
       order by from_message_id desc limit 1
     ) s
     cross join lateral (select device_id from channels where id = s.channel_id offset 0) c
   ), ${m}.device_id) = any (:deviceIds::bigint[]))`;

/** Null: all. */
export async function listVisible(db: Db, { deviceIds }: Sight): Promise<number[] | null> {
  return deviceIds && store.listOfDevices(db, deviceIds);
}

const addressOf = (phoneNumber: string) => spellingsOf(phoneNumber)[0].slice(0, MAX_ID);
