import type { Sight } from '../../../platform/accounts/account.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { MAX_ID } from '../../../platform/lib/text.ts';
import * as store from './store.ts';

/**
 * The device speaks for this number from now on. Conversations belong to the number, so that they continue on
 * another device, and a device with another number starts new ones.
 */
export async function speakFor(tx: Tx, device: store.Speaker, phoneNumber: string): Promise<void> {
  const address = addressOf(phoneNumber);
  const channel = await store.findNumber(tx, { account_id: device.account_id, address });
  if (channel && channel.id === device.channel_id && channel.device_id === device.id) return;
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.assign(tx, device, address);
}

/** A new live chat speaks for its widget alone. `address`: the public id of the widget. */
export async function openChat(
  tx: Tx,
  device: { id: number; account_id: number },
  address: string,
): Promise<void> {
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.assign(tx, { ...device, channel_id: null }, address, 'widget');
}

/** For a device that is released or banned: another one of its number speaks for it, if there is one. */
export async function stopSpeaking(tx: Tx, device: store.Speaker): Promise<void> {
  await store.lockCoverage(tx, device.account_id, 'shared');
  await store.handOver(tx, device);
}

/** For devices whose number is not known: their own id is the address. */
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

/** Messages of the device with row ids after `from`, up to `until`, belong to the number that it speaks for now. */
export function addSpan(tx: Tx, deviceId: number, ids: { from: number; until: number }): Promise<void> {
  return store.addSpan(tx, deviceId, ids);
}

/**
 * Belongs to the transaction that changes where automations answer. Numbers that get a device meanwhile wait, or the
 * change sees them.
 */
export async function lockCoverage(tx: Tx, accountId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  await store.lockCoverage(tx, accountId, mode);
}

/** Automations answer on all numbers of the account, or on those of these devices. Returns how many changed. */
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

/** SQL: whether a caller with `:deviceIds` sees the number. A number belongs to the device that speaks for it. */
export const seesChannel = (channelId: string) =>
  `(:deviceIds::bigint[] is null
     or (select device_id from channels where id = ${channelId}) = any (:deviceIds::bigint[]))`;

/**
 * SQL: whether a caller with `:deviceIds` sees the message `m` (id, device_id). It belongs to a number, which another
 * device may speak for now.
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

/** The numbers that the caller sees. Null: all. */
export async function listVisible(db: Db, { deviceIds }: Sight): Promise<number[] | null> {
  return deviceIds && store.listOfDevices(db, deviceIds);
}

const addressOf = (phoneNumber: string) => spellingsOf(phoneNumber)[0].slice(0, MAX_ID);
