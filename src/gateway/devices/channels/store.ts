import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export const findNumber = statement<
  { account_id: number; address: string },
  { id: number; device_id: number | null }
>(
  'channels.find_number',
  `select id, device_id from channels
   where account_id = :account_id and kind = 'whatsapp' and address = :address`,
).first;

/** Row ids taken until now, also in open transactions, belong to the channel before. */
const LAST_MESSAGE_ID = `coalesce(pg_sequence_last_value('messages_id_seq'), 0)`;

const COVERAGE_KEY = `hashtextextended('automated numbers of an account', :accountId::bigint)`;
const LOCK_COVERAGE = {
  shared: statement<{ accountId: number }>(
    'channels.lock_coverage_shared',
    `select pg_advisory_xact_lock_shared(${COVERAGE_KEY})`,
  ),
  exclusive: statement<{ accountId: number }>(
    'channels.lock_coverage',
    `select pg_advisory_xact_lock(${COVERAGE_KEY})`,
  ),
};

/** A separate statement: the next one sees the change before. */
export async function lockCoverage(tx: Tx, accountId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  await LOCK_COVERAGE[mode].run(tx, { accountId });
}

/** SQL: whether automations answer. Null: the account never had one. */
const coversDevice = (accountId: string, deviceId: string) =>
  `(select covers_all or ${deviceId} = any (covered_devices) from automation_accounts where account_id = ${accountId})`;

export const setAutomated = statement<{ accountId: number; all: boolean; deviceIds: readonly number[] }>(
  'channels.set_automated',
  `update channels set automated = :all::boolean or coalesce(device_id = any (:deviceIds::bigint[]), false)
   where account_id = :accountId
     and automated <> (:all::boolean or coalesce(device_id = any (:deviceIds::bigint[]), false))`,
).inTx.run;

/** Of a number, or of a widget's live chat. */
export type ChannelKind = 'whatsapp' | 'widget';

const ASSIGN = statement<
  { account_id: number; device_id: number; kind: ChannelKind; address: string },
  { id: number }
>(
  'channels.assign',
  `with channel as (
    insert into channels as c (account_id, kind, address, device_id, automated)
    values (:account_id, :kind, :address, :device_id,
      coalesce(${coversDevice(':account_id', ':device_id')}, false))
    on conflict (account_id, kind, address) do update set device_id = excluded.device_id,
      automated = coalesce(${coversDevice(':account_id', ':device_id')}, c.automated)
    returning id
  ), device as (
    update devices set channel_id = channel.id from channel where devices.id = :device_id
  )
  select id from channel`,
);
const END_SPAN = statement<{ device_id: number; channel_id: number }>(
  'channels.end_span',
  `update channel_devices set until_message_id = ${LAST_MESSAGE_ID}
   where device_id = :device_id and until_message_id is null and channel_id <> :channel_id`,
);
/** No-op in an open span. An ended span of the same start has no messages. */
const START_SPAN = statement<{ device_id: number; channel_id: number; is_first: boolean }>(
  'channels.start_span',
  `insert into channel_devices as s (channel_id, device_id, from_message_id)
   select :channel_id::bigint, :device_id::bigint, case when :is_first::boolean then 0 else ${LAST_MESSAGE_ID} end
   where not exists (select from channel_devices where device_id = :device_id and until_message_id is null)
   on conflict (channel_id, device_id, from_message_id) do update set until_message_id = null`,
);

const ADD_SPAN = statement<{ deviceId: number; from: number; until: number }>(
  'channels.add_span',
  `insert into channel_devices (channel_id, device_id, from_message_id, until_message_id)
   select channel_id, id, :from::bigint, :until::bigint from devices where id = :deviceId and channel_id is not null
   on conflict (channel_id, device_id, from_message_id) do nothing`,
);

export async function addSpan(
  tx: Tx,
  deviceId: number,
  { from, until }: { from: number; until: number },
): Promise<void> {
  await ADD_SPAN.run(tx, { deviceId, from, until });
}

export interface Speaker {
  id: number;
  account_id: number;
  channel_id: number | null;
}

const LOCK = statement<{ id: number | null }>(
  'channels.lock',
  'select from channels where id = :id::bigint for no key update',
);
const HAND_OVER = statement<Speaker>(
  'channels.hand_over',
  `update channels c set device_id = s.id,
     automated = coalesce(${coversDevice(':account_id', 's.id')}, c.automated)
   from (
     select id from devices
     where account_id = :account_id and released_at is null and channel_id = :channel_id::bigint and id <> :id
       and status <> 'banned'
     order by (status = 'connected') desc, connected_at desc nulls last, id desc limit 1
   ) s
   where c.id = :channel_id::bigint and c.device_id = :id`,
);

interface WithoutChannel {
  id: number;
  account_id: number;
  device_uuid: string;
  phone_number: string | null;
}

/** Returns those without a channel. */
export const lockWithout = statement<{ ids: readonly number[] }, WithoutChannel>(
  'channels.lock_without',
  `with locked as materialized (
    select id, account_id, device_uuid, phone_number, channel_id from devices
    where id = any (:ids::bigint[]) order by id for no key update
  )
  select id, account_id, device_uuid, phone_number from locked where channel_id is null`,
).inTx.all;

export async function assign(
  tx: Tx,
  device: Speaker,
  address: string,
  kind: ChannelKind = 'whatsapp',
): Promise<void> {
  const { id: device_id, account_id } = device;
  const { id: channel_id } = await ASSIGN.one(tx, { account_id, device_id, kind, address });
  await END_SPAN.run(tx, { device_id, channel_id });
  // The first channel has all messages, also of this transaction.
  await START_SPAN.run(tx, { device_id, channel_id, is_first: device.channel_id === null });
}

/**
 * To another device of the number, a connected one first; none: no change. A separate lock
 * statement: the next one sees the release before.
 */
export async function handOver(tx: Tx, { id, account_id, channel_id }: Speaker): Promise<void> {
  await LOCK.run(tx, { id: channel_id });
  await HAND_OVER.run(tx, { id, account_id, channel_id });
}

export interface Span {
  channel_id: number;
  device_id: number;
  from_message_id: number;
  until_message_id: number | null;
}

/** The newest spans of each channel. */
export const listSpans = statement<{ ids: readonly number[]; limit: number }, Span>(
  'channels.list_spans',
  `select s.channel_id, s.device_id, s.from_message_id, s.until_message_id
   from unnest(:ids::bigint[]) as c (id)
   cross join lateral (
     select * from channel_devices where channel_id = c.id
     order by until_message_id desc nulls first, from_message_id desc limit :limit::bigint
   ) s`,
).all;

const LIST_OF_DEVICES = statement<{ deviceIds: readonly number[] }, { id: number }>(
  'channels.list_of_devices',
  `select c.id from unnest(:deviceIds::bigint[]) as d (id)
   cross join lateral (select id from channels where device_id = d.id offset 0) c
   order by c.id`,
);

/** Channels of now, or the last ones. */
export async function listOfDevices(db: Db, deviceIds: readonly number[]): Promise<number[]> {
  return (await LIST_OF_DEVICES.all(db, { deviceIds })).map(({ id }) => id);
}
