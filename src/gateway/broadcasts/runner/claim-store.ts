import { HOUR } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { valuesSql } from '../../contacts/fields/values-sql.ts';
import type { NamedContact } from '../../contacts/named-contact.ts';
import type { CapColumns } from '../../costs/cap/cap.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { backlogOf, departures, isWaiting } from '../../messages/queue/broadcast-messages.ts';
import type { WaitReason } from '../schema.ts';
import type { BroadcastRow } from '../store.ts';
import { DEVICE_AND_ACCOUNT, deviceTotals, HAS_WORK, PAUSE_REASON } from './conditions.ts';

/** With the limits of its device and account. */
export interface RunningBroadcast extends BroadcastRow, CapColumns {
  engine: EngineKind;
  paired_at: Date | null;
  /** People in 24 hours. Null: no limit, or unknown. */
  daily_limit: number | null;
  limit_scope: string;
}

/** Undefined if it is not due, must pause, or another process holds it. */
export const lockDue = statement<{ id: number; now: Date }, RunningBroadcast>(
  'broadcasts.lock_due',
  `select b.*, d.engine, d.paired_at, d.daily_limit, d.limit_scope, a.cost_cap, a.cost_cap_currency
   from broadcasts b ${DEVICE_AND_ACCOUNT}
   where b.id = :id and b.status = 'running' and b.next_at <= :now and ${HAS_WORK} and ${PAUSE_REASON} is null
   for no key update of b skip locked`,
).inTx.first;

const LOCK_DEVICE_CLAIMS = statement<{ deviceId: number }, { locked: boolean }>(
  'broadcasts.lock_device_claims',
  `select pg_try_advisory_xact_lock(hashtextextended('broadcasts of a device', :deviceId)) as locked`,
);

/** Until the transaction ends. False if another process holds them. */
export async function lockDeviceClaims(tx: Tx, deviceId: number): Promise<boolean> {
  return (await LOCK_DEVICE_CLAIMS.one(tx, { deviceId })).locked;
}

export interface DeviceLoad {
  /** Including the claiming one. */
  running: number;
  device_ready: number;
  /** Of the claiming broadcast, as `ready` and `suspended`. */
  open: number;
  ready: number;
  suspended: number;
  /** Broadcast messages that are open or may have left in the last hour, up to the limit. */
  used: number;
  /** Of the counted ones. Open messages count as leaving now. */
  oldest: Date | null;
}

const READ_DEVICE_LOAD = statement<
  { id: number; deviceId: number; limit: number; now: Date; hourAgo: Date },
  DeviceLoad
>(
  'broadcasts.read_device_load',
  `select device.running, device.ready as device_ready, own.open, own.ready, own.suspended,
     hour.used, hour.oldest
   from (${deviceTotals(':deviceId')}) device
   cross join (${backlogOf(':id', ':now')}) own
   cross join (
     select count(*)::int as used, min(at) as oldest
     from (
       (${departures(':deviceId', ':hourAgo', ':limit')})
       union all
       (
         select :now::timestamptz as at
         from broadcasts b cross join lateral (
           select from messages where broadcast_id = b.id and ${isWaiting} limit :limit
         ) m
         where b.device_id = :deviceId and b.status = 'running' limit :limit
       )
       order by at desc limit :limit
     ) latest
   ) hour`,
);

/** `limit` 0 counts no hour. Call it after `lockDeviceClaims`. */
export function readDeviceLoad(
  tx: Tx,
  { id, device_id }: BroadcastRow,
  limit: number,
  now: Date,
): Promise<DeviceLoad> {
  const hourAgo = new Date(now.getTime() - HOUR);
  return READ_DEVICE_LOAD.one(tx, { id, deviceId: device_id, limit, now, hourAgo });
}

export interface Recipient {
  index: number;
  /** Null if the contact was deleted. */
  phone: string | null;
  name: string | null;
  email: string | null;
  fields: NamedContact['fields'];
}

const READ_RECIPIENTS = statement<{ id: number; accountId: number; first: number; end: number }, Recipient>(
  'broadcasts.read_recipients',
  `select next.index, c.phone, c.name, c.email,
     ${valuesSql(':accountId')}
   from (
     select greatest(t.first_place, :first::int) + r.n::int - 1 as index, r.contact
     from broadcast_targets t
     cross join lateral unnest(
       t.contacts[greatest(1, :first::int - t.first_place + 1) : :end::int - t.first_place]
     ) with ordinality as r (contact, n)
     where t.broadcast_id = :id and t.first_place < :end::int and t.first_place >= (
       select max(first_place) from broadcast_targets where broadcast_id = :id and first_place <= :first::int
     )
   ) next
   left join lateral (
     select phone, name, email, fields from contacts where account_id = :accountId and place = next.contact limit 1
   ) c on true
   order by next.index`,
);

/** With their contacts as they are now. */
export function readRecipients(tx: Tx, broadcast: BroadcastRow, count: number): Promise<Recipient[]> {
  const { id, account_id: accountId, claimed } = broadcast;
  return READ_RECIPIENTS.all(tx, { id, accountId, first: claimed, end: claimed + count });
}

/** Starts at the first message of the broadcast, so that earlier messages to the number are not read. */
const FIND_REACHED = statement<
  { id: number; deviceId: number; phones: readonly string[] },
  { phone: string }
>(
  'broadcasts.find_reached',
  `select p.phone
   from (select id from messages where broadcast_id = :id order by broadcast_place limit 1) first
   cross join (select distinct phone from unnest(:phones::text[]) phone) p
   cross join lateral (
     select from messages m
     where m.device_id = :deviceId and m.phone = p.phone and length(m.phone) <= 512 and m.id >= first.id
       and m.broadcast_id = :id and m.body is not null limit 1
   ) m`,
);

/** Phones with a text of this broadcast. */
export async function findReached(
  tx: Tx,
  { id, device_id: deviceId }: BroadcastRow,
  phones: readonly string[],
): Promise<Set<string>> {
  const rows = await FIND_REACHED.all(tx, { id, deviceId, phones });
  return new Set(rows.map(({ phone }) => phone));
}

interface Step {
  claimed: number;
  next_at: Date;
  /** Missing: for the delay or the throttle. */
  waits_for?: WaitReason;
}

const ADVANCE = statement<{ id: number; claimed: number; next_at: Date; waits_for: WaitReason | null }>(
  'broadcasts.advance',
  `update broadcasts set claimed = claimed + :claimed::int, next_at = :next_at, waits_for = :waits_for::text
   where id = :id`,
);

export async function advance(tx: Tx, id: number, { claimed, next_at, waits_for }: Step): Promise<void> {
  await ADVANCE.run(tx, { claimed, next_at, waits_for: waits_for ?? null, id });
}
