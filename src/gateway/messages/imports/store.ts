import type { Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { InboundRow } from '../inbound/inbound.ts';
import { columnsOf, type ReceivedColumns } from '../received-rows.ts';
import { IDS_OF_SECOND, SECONDS } from './ids.ts';

export interface DueUpdate {
  id: number;
  account_id: number;
  device_id: number;
  field: string;
  payload: unknown;
  created_at: Date;
}

/** The oldest. What fails, or ends its process, comes again at the end of its claim: others come first. */
export const claimUpdate = statement<{ accountId: number; now: Date; until: Date }, DueUpdate>(
  'messages.claim_due_update',
  `update official_updates set claimed_until = :until::timestamptz
   where id = (
     select id from official_updates
     where due and account_id = :accountId and claimed_until <= :now::timestamptz order by id limit 1
     for update skip locked
   )
   returning id, account_id, device_id, field, payload, created_at`,
).first;

export const postpone = statement<{ id: number; until: Date }>(
  'messages.postpone_update',
  'update official_updates set claimed_until = :until::timestamptz where id = :id',
).run;

export const listDueAccounts = statement<NoParams, { account_id: number }>(
  'messages.list_accounts_with_due_updates',
  `with recursive waiting as (
    (select account_id from official_updates where due order by account_id limit 1)
    union all
    select next.account_id from waiting cross join lateral (
      select account_id from official_updates where due and account_id > waiting.account_id
      order by account_id limit 1
    ) next
  )
  select account_id from waiting`,
).all;

/** The words of customers are in their messages alone. The fingerprint stays, and finds repetitions. */
export const finish = statement<{ id: number }>(
  'messages.finish_update',
  `update official_updates set due = false, payload = '{}' where id = :id`,
).run;

export interface HistoryRow {
  block: number;
  started_at: Date;
  progress: number;
  declined: boolean;
  messages: number;
  updated_at: Date;
}

const COLUMNS = 'block, started_at, progress, declined, messages, updated_at';

export const findLatest = statement<{ deviceId: number }, HistoryRow>(
  'messages.find_history',
  `select ${COLUMNS} from official_histories where device_id = :deviceId order by block desc limit 1`,
).first;

const FIND_LAST_BLOCK = statement<{ accountId: number }, { block: number }>(
  'messages.find_last_block',
  'select block from official_histories where account_id = :accountId order by block desc limit 1',
);

/** 0: none. */
export async function findLastBlock(db: Queryable, accountId: number): Promise<number> {
  return (await FIND_LAST_BLOCK.first(db, { accountId }))?.block ?? 0;
}

interface Device {
  accountId: number;
  deviceId: number;
}

/** So that two processes begin one history. */
const LOCK_BEGIN = statement<{ deviceId: number }>(
  'messages.lock_begin_of_history',
  `select pg_advisory_xact_lock(hashtextextended('history of a device', :deviceId::bigint))`,
);
const BEGIN = statement<Device & { startedAt: Date }, HistoryRow>(
  'messages.begin_history',
  `insert into official_histories (account_id, device_id, started_at, updated_at)
   values (:accountId, :deviceId, :startedAt::timestamptz, :startedAt::timestamptz) returning ${COLUMNS}`,
);

/** The first part begins it. */
export async function openHistory(
  tx: Tx,
  { accountId, deviceId, at, maxAgeMs }: Device & { at: Date; maxAgeMs: number },
): Promise<HistoryRow> {
  await LOCK_BEGIN.run(tx, { deviceId });
  const latest = await findLatest(tx, { deviceId });
  const isSame = latest && at.getTime() - latest.started_at.getTime() <= maxAgeMs;
  return isSame ? latest : BEGIN.one(tx, { accountId, deviceId, startedAt: at });
}

/** One transaction at a time takes ids. */
export const lockHistory = statement<{ block: number }>(
  'messages.lock_history',
  'select from official_histories where block = :block for no key update',
).inTx.run;

interface Noted {
  block: number;
  progress: number | null;
  declined: boolean;
  messages: number;
  now: Date;
}

export const noteHistory = statement<Noted>(
  'messages.note_history',
  `update official_histories set progress = greatest(progress, :progress::smallint), declined = declined or :declined,
     messages = messages + :messages, updated_at = :now::timestamptz
   where block = :block`,
).run;

const MAX_KNOWN = 1_000;

const LIST_KNOWN = statement<
  { ns: readonly number[]; deviceId: number; phones: readonly string[] },
  { n: number; wa_message_id: string }
>(
  'messages.list_known_of_chats',
  `select c.n, m.wa_message_id
   from unnest(:ns::int[], :phones::text[]) as c (n, phone)
   cross join lateral (
     select :deviceId::bigint as id union
     select id from devices where channel_id = (select channel_id from devices where id = :deviceId::bigint)
   ) d
   cross join lateral (
     select wa_message_id from messages
     where device_id = d.id and phone = c.phone and length(phone) <= 512 and id > 0
     order by id desc limit ${MAX_KNOWN}
   ) m
   where m.wa_message_id is not null`,
);

/** Ids of the newest messages in these chats, by the index of the chat. */
export function listKnown(
  db: Queryable,
  deviceId: number,
  chats: readonly (readonly string[])[],
): Promise<{ n: number; wa_message_id: string }[]> {
  const phones = chats.flatMap((ofChat, n) => ofChat.map((phone) => ({ n, phone })));
  return LIST_KNOWN.all(db, {
    deviceId,
    ns: phones.map(({ n }) => n),
    phones: phones.map(({ phone }) => phone),
  });
}

export interface ImportRow extends InboundRow {
  status: 'received' | 'sent' | 'delivered' | 'read' | 'failed';
  conversation_id: number;
}

export type StoredImport = ImportRow & { id: number };

/** In the order of their times. Messages beyond the ids of one second are not stored. */
const INSERT = statement<
  ReceivedColumns & {
    statuses: readonly string[];
    conversationIds: readonly number[];
    firstId: number;
    begin: Date;
  },
  { id: number; device_id: number; wa_message_id: string; direction: 'in' | 'out' }
>(
  'messages.insert_imported',
  `with given as materialized (
    select g.*, :firstId::bigint + ${IDS_OF_SECOND} * least(greatest(
      floor(extract(epoch from g.at - :begin::timestamptz)), 0), ${SECONDS - 1})::bigint as second_id
    from unnest(:accountIds::bigint[], :deviceIds::bigint[], :waMessageIds::text[], :phones::text[], :types::text[],
        :bodies::text[], :details::jsonb[], :times::timestamptz[], :publicIds::bigint[], :statuses::text[],
        :conversationIds::bigint[])
      with ordinality as g (account_id, device_id, wa_message_id, phone, type, body, details, at, public_id, status,
        conversation_id, n)
    where (select status from accounts where id = g.account_id) <> 'cancelled'
  ), placed as materialized (
    select g.*, coalesce(taken.id, g.second_id - 1) + row_number() over (partition by g.second_id order by g.n) as id
    from given g
    left join lateral (
      select id from messages where id >= g.second_id and id < g.second_id + ${IDS_OF_SECOND} order by id desc limit 1
    ) taken on true
  )
  insert into messages (id, account_id, device_id, direction, source, type, status, phone, body, wa_message_id,
    reserved_wa_id, created_at, details, public_id, conversation_id)
  overriding system value
  select id, account_id, device_id, case when status = 'received' then 'in' else 'out' end,
    case when status = 'received' then 'customer' else 'phone' end, type, status, phone, body, wa_message_id,
    case when status <> 'received' then wa_message_id end, at, details, public_id,
    case when status <> 'received' then conversation_id end
  from placed where id < second_id + ${IDS_OF_SECOND} order by id
  on conflict do nothing
  returning id, device_id, wa_message_id, direction`,
);

/** Skips cancelled accounts. */
export async function insertImported(
  tx: Tx,
  rows: readonly ImportRow[],
  place: { firstId: number; begin: Date },
): Promise<StoredImport[]> {
  const stored = await INSERT.all(tx, {
    ...columnsOf(rows),
    ...place,
    statuses: rows.map(({ status }) => status),
    conversationIds: rows.map(({ conversation_id }) => conversation_id),
  });
  const keyOf = (id: string, isOurs: boolean) => `${isOurs} ${id}`;
  const byKey = new Map(
    rows.toReversed().map((row) => [keyOf(row.wa_message_id, row.status !== 'received'), row]),
  );
  return stored.flatMap(({ id, wa_message_id, direction }) => {
    const row = byKey.get(keyOf(wa_message_id, direction === 'out'));
    return row ? [{ ...row, id }] : [];
  });
}

export interface Completed {
  id: number;
  wa_message_id: string;
  direction: 'in' | 'out';
}

const COMPLETE = statement<
  Pick<ReceivedColumns, 'waMessageIds' | 'types' | 'bodies' | 'details'> & { deviceId: number },
  Completed
>(
  'messages.complete_imported',
  `with given as materialized (
    select m.id, g.* from unnest(:waMessageIds::text[], :types::text[], :bodies::text[], :details::jsonb[])
      as g (wa_message_id, type, body, details)
    cross join lateral (
      select id from messages
      where device_id = :deviceId and wa_message_id = g.wa_message_id and direction = 'in'
      union all
      select id from messages where device_id = :deviceId and reserved_wa_id = g.wa_message_id
    ) m
    where m.id < 0
  )
  update messages m set type = g.type, body = g.body, details = g.details from given g
  where m.id = any (array(select id from given)) and m.id = g.id and m.details ->> 'kind' = 'phone_only'
  returning m.id, m.wa_message_id, m.direction`,
);

/** Replaces the placeholders of files. */
export function completeImported(
  tx: Tx,
  deviceId: number,
  rows: readonly InboundRow[],
): Promise<Completed[]> {
  const { waMessageIds, types, bodies, details } = columnsOf(rows);
  return COMPLETE.all(tx, { deviceId, waMessageIds, types, bodies, details });
}
