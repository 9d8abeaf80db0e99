import type { Db } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { InboundFile } from '../../engines/inbound-file.ts';
import { announce, typeByEngine } from '../../events/event.ts';
import { type Identity, phonesOf } from '../../people/identity.ts';
import { chatSql, groupChatSql } from '../chat-sql.ts';
import { MESSAGE_RECEIVED } from '../events.ts';
import { takePublicIds } from '../queue/public-ids.ts';
import { columnsOf, memberSql, type ReceivedColumns, withGiven } from '../received-rows.ts';

export interface InboundRow {
  account_id: number;
  device_id: number;
  wa_message_id: string;
  phone: string;
  type: string;
  body: string | null;
  /** JSON. */
  details?: string | null;
  /** Not stored: hooks keep it with the person. */
  sender_name?: string | null;
  /** Not stored: a hook keeps it. */
  file?: InboundFile | undefined;
  /** The provider's id of the earlier text's message. Not stored: `details` have it. */
  edit_of?: string | undefined;
  at: Date;
  /** Beside the id in `phone`. */
  identities?: readonly Identity[];
  /** Null only in tests. */
  public_id?: number | null;
  /** In place of a message that could not be decrypted. */
  is_unreadable?: boolean;
  /** Another agent holds the chat. Not stored: `details` have it. */
  is_standby?: boolean;
}

export interface StoredInbound extends InboundRow {
  id: number;
  is_edit?: boolean;
  /** In place of an unreadable message that the hooks saw. */
  is_replacement?: boolean;
}

/** An earlier deletion may name the hidden id of the sender. */
const INSERT_INBOUND = statement<
  ReceivedColumns & { hiddenIds: readonly (string | null)[] },
  { id: number; device_id: number; wa_message_id: string; is_deleted: boolean }
>(
  'messages.insert_inbound',
  `with given as materialized (
    select * from unnest(:accountIds::bigint[], :deviceIds::bigint[], :waMessageIds::text[], :phones::text[],
        :types::text[], :bodies::text[], :times::timestamptz[], :details::jsonb[], :publicIds::bigint[],
        :hiddenIds::text[])
      as i (account_id, device_id, wa_message_id, phone, type, body, at, details, public_id, hidden_id)
  ), stored as (
    insert into messages (account_id, device_id, direction, source, type, status, phone, body, wa_message_id,
      created_at, details, public_id)
    select i.account_id, i.device_id, 'in', 'customer', i.type, 'received', i.phone, i.body, i.wa_message_id, i.at,
      i.details, i.public_id
    from given i
    where (select status from accounts where id = i.account_id) <> 'cancelled'
    on conflict (device_id, wa_message_id) where direction = 'in' do nothing
    returning id, device_id, wa_message_id
  ), deleted as materialized (
    select distinct g.device_id, g.wa_message_id from given g
    cross join lateral (
      select from message_changes
      where device_id = g.device_id and phone = any (array[g.phone, g.hidden_id])
        and target_wa_message_id = g.wa_message_id and kind = 'deletion' and not from_me
        and author is not distinct from ${memberSql('g.details')} limit 1
    ) deletion
  )
  select s.id, s.device_id, s.wa_message_id, d.device_id is not null as is_deleted
  from stored s left join deleted d on d.device_id = s.device_id and d.wa_message_id = s.wa_message_id
  order by s.id`,
);

/** Skips cancelled accounts. Returns new messages by id. `is_deleted`: the deletion came first. */
export async function insertInbound(
  tx: Queryable,
  rows: readonly InboundRow[],
): Promise<(StoredInbound & { is_deleted: boolean })[]> {
  const hiddenIds = rows.map(({ identities: [hidden] = [] }) => (hidden && phonesOf(hidden)[0]) ?? null);
  const stored = await INSERT_INBOUND.all(tx, { ...columnsOf(rows), hiddenIds });
  return withGiven(rows, stored).map((row) => ({ ...row, ...(row.is_deleted && { file: undefined }) }));
}

export interface Announced {
  id: number;
  kind: string;
  details: string | null;
  referral: string | null;
  quote: string | null;
  /** JSON. Null: no group. */
  sender: string | null;
  /** JSON. Null: no file. */
  media: string | null;
}

const ANNOUNCE = announce(
  MESSAGE_RECEIVED,
  {
    device_uuid: 'e.device_uuid',
    from: `coalesce(e.sender ->> 'phone', e.phone)`,
    type: 'e.type',
    body: 'e.body',
    wa_message_id: 'e.wa_message_id',
    timestamp: 'kurir_iso(e.created_at)',
    message_id: 'e.public_id',
    conversation_id: 'e.conversation_uuid',
    name: `case when e.sender is null then e.name else e.sender ->> 'name' end`,
    kind: 'e.kind',
    details: 'e.details',
    quote: 'e.quote',
    referral: 'e.referral',
    media: 'e.media',
    chat: groupChatSql('e.sender is not null'),
  },
  typeByEngine('received', 'e.engine'),
);

const ANNOUNCE_INBOUND = statement<{
  ids: readonly number[];
  kinds: readonly string[];
  details: readonly (string | null)[];
  referrals: readonly (string | null)[];
  quotes: readonly (string | null)[];
  medias: readonly (string | null)[];
  senders: readonly (string | null)[];
  now: Date;
}>(
  'messages.announce_inbound',
  `with happened as (
    select m.*, d.device_uuid, d.engine, chat.conversation_uuid, chat.name, i.kind, i.details,
      case when i.quote is not null then jsonb_build_object('wa_message_id', i.quote) end as quote, i.referral,
      i.sender,
      -- Without days of retention, files are not kept.
      case when i.media is not null and exists (select from message_media where message_id = i.id offset 0)
        then i.media end as media,
      :now::timestamptz as happened_at
    from unnest(:ids::bigint[], :kinds::text[], :details::jsonb[], :referrals::jsonb[], :quotes::text[],
        :medias::json[], :senders::jsonb[])
      with ordinality as i (id, kind, details, referral, quote, media, sender, n)
    cross join lateral (
      select account_id, device_id, phone, type, body, wa_message_id, created_at, public_id from messages
      where id = i.id offset 0
    ) m
    cross join lateral (select device_uuid, engine, channel_id from devices where id = m.device_id offset 0) d
    left join lateral ${chatSql('m', 'd.channel_id')} chat on true
    order by i.n
  ), ${ANNOUNCE}
  select 1`,
);

/** Call it after the hooks that make conversations. */
export async function announceInbound(tx: Queryable, rows: readonly Announced[], now: Date): Promise<void> {
  await ANNOUNCE_INBOUND.run(tx, {
    ids: rows.map(({ id }) => id),
    kinds: rows.map(({ kind }) => kind),
    details: rows.map(({ details }) => details),
    referrals: rows.map(({ referral }) => referral),
    quotes: rows.map(({ quote }) => quote),
    medias: rows.map(({ media }) => media),
    senders: rows.map(({ sender }) => sender),
    now,
  });
}

/** An erased message has no kind, and stays empty. */
const REPLACE_UNREADABLE = statement<
  Omit<ReceivedColumns, 'accountIds' | 'publicIds' | 'times'>,
  { id: number; device_id: number; wa_message_id: string }
>(
  'messages.replace_unreadable',
  `with given as (
    select m.id, g.* from unnest(:deviceIds::bigint[], :waMessageIds::text[], :phones::text[], :types::text[],
        :bodies::text[], :details::jsonb[]) as g (device_id, wa_message_id, phone, type, body, details)
    cross join lateral (
      select id from messages where device_id = g.device_id and wa_message_id = g.wa_message_id and direction = 'in'
        limit 1
    ) m
  )
  update messages m set phone = g.phone, type = g.type, body = g.body, details = g.details from given g
  where m.id = any (array(select id from given)) and m.id = g.id and m.details ->> 'kind' = 'unreadable'
  returning m.id, m.device_id, m.wa_message_id`,
);

/** Each unreadable message once. */
export async function replaceUnreadable(
  tx: Queryable,
  rows: readonly InboundRow[],
): Promise<StoredInbound[]> {
  const { accountIds: _accounts, publicIds: _ids, times: _times, ...columns } = columnsOf(rows);
  const replaced = await REPLACE_UNREADABLE.all(tx, columns);
  return withGiven(rows, replaced);
}

export const erase = statement<{ ids: readonly number[] }>(
  'messages.erase',
  'update messages set body = null, details = null where id = any (:ids::bigint[])',
).run;

const LIST_EDITS = statement<
  {
    ids: readonly number[];
    deviceIds: readonly number[];
    phones: readonly string[];
    targets: readonly string[];
  },
  { id: number }
>(
  'messages.list_edits',
  `select e.id
   from unnest(:ids::bigint[], :deviceIds::bigint[], :phones::text[], :targets::text[])
     as e (id, device_id, phone, target)
   cross join lateral (
     select phone from messages
     where device_id = e.device_id and wa_message_id = e.target and direction = 'in' limit 1
   ) m
   where m.phone = e.phone`,
);

/** Ids of edits whose earlier message is stored. */
export async function listEdits(
  tx: Queryable,
  edits: readonly { id: number; device_id: number; phone: string; edit_of: string }[],
): Promise<number[]> {
  const found = await LIST_EDITS.all(tx, {
    ids: edits.map(({ id }) => id),
    deviceIds: edits.map(({ device_id }) => device_id),
    phones: edits.map(({ phone }) => phone),
    targets: edits.map(({ edit_of }) => edit_of),
  });
  return found.map(({ id }) => id);
}

/** Before the transaction of the messages, so that it does not hold the counter. A repeated message leaves a gap. */
const TAKE_IDS = statement<{ accountIds: readonly number[] }, { account_id: number; before: number }>(
  'messages.take_inbound_ids',
  `with ids as (
    ${takePublicIds('select id as account_id, count(*) as messages from unnest(:accountIds::bigint[]) id group by id')}
  )
  -- The commit of the messages waits for the disk, and this one comes before it in the log.
  select account_id, before from ids cross join (select set_config('synchronous_commit', 'off', true) offset 0) c`,
);

/** Never in a transaction: its commit would not wait for the disk. Returns a public id per row. */
export async function takeInboundIds(
  db: Db & { isTransaction?: never },
  accountIds: readonly number[],
): Promise<number[]> {
  const ranges = await TAKE_IDS.all(db, { accountIds });
  const last = new Map(ranges.map(({ account_id, before }) => [account_id, before]));
  return accountIds.map((accountId) => {
    const id = (last.get(accountId) ?? 0) + 1;
    last.set(accountId, id);
    return id;
  });
}

const FIND_WRITTEN = statement<{ deviceId: number; phone: string }, { found: number }>(
  'messages.find_written',
  `select 1 as found from messages where device_id = :deviceId and phone = :phone
     and length(phone) <= 512 and direction = 'in' limit 1`,
);

export async function hasInbound(db: Queryable, deviceId: number, phone: string): Promise<boolean> {
  return (await FIND_WRITTEN.first(db, { deviceId, phone })) !== undefined;
}
