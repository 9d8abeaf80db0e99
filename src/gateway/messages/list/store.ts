import type { Db } from '../../../platform/lib/db/db.ts';
import { type Statement, statement } from '../../../platform/lib/db/statement.ts';
import { seesMessage } from '../../devices/channels/channel.ts';
import { chatSql } from '../chat-sql.ts';
import { templateIn } from '../queue/outbound-columns.ts';
import { publicIdOf } from '../queue/public-ids.ts';
import { type Source, sourceOf } from '../queue/states.ts';
import type { MessageStatus } from '../schema.ts';

export interface Filter {
  accountId: number;
  /** What the caller sees. Null: all. */
  deviceIds: readonly number[] | null;
  deviceId: number | null;
  direction: string | null;
  status: string | null;
  type: string | null;
  broadcastId: number | null;
  since: Date | null;
  until: Date | null;
  /** Null: all. */
  phones: readonly string[] | null;
}

export interface ListedRow {
  id: number;
  at: Date;
  place: number;
  public_id: number | null;
  device_uuid: string;
  direction: 'in' | 'out';
  source: Source;
  type: string;
  status: MessageStatus | 'received';
  phone: string;
  body: string | null;
  wa_message_id: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  broadcast_id: number | null;
  conversation_uuid: string | null;
}

/** What a page looked through, and its last message, whether it is shown or not. */
interface Looked {
  looked: number;
  is_past: boolean;
  last_at: Date | null;
  last_place: number | null;
}

type Row = Looked & { [Key in keyof ListedRow]: ListedRow[Key] | null };
type Params = Filter & { beforeAt: Date | null; before: number | null; window: number; limit: number };

const BEFORE = 'coalesce(:before::bigint, 9223372036854775807)';
const SINCE = `coalesce(:since::timestamptz, '-infinity')`;
const UNTIL = `coalesce(:until::timestamptz, 'infinity')`;
const NEWEST = 'order by created_at desc, id desc limit :window::bigint';
const IN_TIME = `account_id = :accountId and created_at >= ${SINCE} and created_at <= ${UNTIL}
      and created_at <= coalesce(:beforeAt::timestamptz, 'infinity')
      and (created_at, id) < (coalesce(:beforeAt::timestamptz, 'infinity'), ${BEFORE})`;
const noEdit = (m: string) => `(${m}.details is null or not ${m}.details ? 'edit')`;
const NO_EDIT = noEdit('messages');

/** Devices of the account, also released ones. */
const DEVICES = `
      select id from devices where account_id = :accountId and released_at is null
      union
      select s.device_id from (select id from channels where account_id = :accountId offset 0) c
      cross join lateral (select device_id from channel_devices where channel_id = c.id offset 0) s`;

/** Clocks of processes differ. */
const CLOCKS = `interval '1 hour'`;

/** Acceptance gives id and time, so all messages before this one are older. The network dates what it brings later. */
const IS_PAST = `id > 0 and source in ('api', 'broadcast', 'staff', 'bot')
      and created_at < :since::timestamptz - ${CLOCKS}`;

const BY_PLACE = 'place desc';
const BY_TIME = 'at desc, place desc';

/** SQL: the newest messages of each scope, by an index that other features have already. */
const SCOPES = {
  account: {
    order: BY_PLACE,
    messages: `
      select id, created_at as at, public_id as place, ${IS_PAST} as is_past from messages
      where account_id = :accountId and public_id < ${BEFORE} order by public_id desc limit :window::bigint`,
  },
  times: {
    order: BY_TIME,
    messages: `
      select * from (
        (select id, created_at as at, id as place, false as is_past from messages
         where direction = 'in' and ${NO_EDIT} and :direction::text is distinct from 'out' and ${IN_TIME} ${NEWEST})
        union all
        (select id, created_at as at, id as place, false as is_past from messages
         where direction = 'out' and not due and not held and :direction::text is distinct from 'in' and ${IN_TIME}
         ${NEWEST})
      ) both_ways order by ${BY_TIME} limit :window::bigint`,
  },
  failed: {
    order: BY_TIME,
    messages: `
      select id, created_at as at, id as place, false as is_past from messages
      where direction = 'out' and error_code is not null and ${IN_TIME} ${NEWEST}`,
  },
  phone: {
    order: BY_PLACE,
    messages: `
      select m.id, m.at, m.id as place, false as is_past
      from (${DEVICES}) d cross join unnest(:phones::text[]) as p (phone)
      cross join lateral (
        select id, created_at as at from messages
        where device_id = d.id and phone = p.phone and length(phone) <= 512 and id < ${BEFORE}
        order by id desc limit :window::bigint
      ) m
      order by m.id desc limit :window::bigint`,
  },
  broadcast: {
    order: BY_PLACE,
    messages: `
      select id, created_at as at, broadcast_place as place, false as is_past from messages
      where broadcast_id = :broadcastId and broadcast_place < ${BEFORE}
        -- One account has them all.
        and (select account_id from messages where broadcast_id = :broadcastId limit 1) = :accountId
      order by broadcast_place desc limit :window::bigint`,
  },
} as const;
type Scope = keyof typeof SCOPES;

const TYPE = `case when ${templateIn('m')} is null then m.type else 'template' end`;

/** All filters, so that no scope has to know which of them its index has. */
const IS_WANTED = `m.account_id = :accountId and (m.direction = 'out' or ${noEdit('m')}) and ${seesMessage('m')}
      and (:deviceId::bigint is null or m.device_id = :deviceId)
      and (:direction::text is null or m.direction = :direction)
      and (:status::text is null or m.status = :status)
      and (:type::text is null or ${TYPE} = :type)
      and (:broadcastId::bigint is null or m.broadcast_id = :broadcastId)
      and (:phones::text[] is null or m.phone = any (:phones))
      and m.created_at >= ${SINCE} and m.created_at <= ${UNTIL}`;

const COLUMNS = `m.id, case when m.direction = 'out' then ${publicIdOf('m')} else m.public_id end as public_id,
      m.direction, ${sourceOf('m')} as source, ${TYPE} as type, m.status, m.phone,
      kurir_shown_text(m.body, m.details) as body,
      case when m.status <> 'queued' then m.wa_message_id end as wa_message_id,
      m.error_code, m.error_message, m.created_at, m.broadcast_id`;

const listOf = (scope: Scope): Statement<Params, Row> => {
  const { order, messages } = SCOPES[scope];
  return statement<Params, Row>(
    `messages.list_of_${scope}`,
    `with looked_at as materialized (${messages}
    ), shown as materialized (
      select c.at, c.place, ${COLUMNS}, m.account_id, m.device_id
      from looked_at c cross join lateral (select * from messages where id = c.id offset 0) m
      where ${IS_WANTED} order by c.${order.replace(', ', ', c.')} limit :limit::bigint
    )
    select e.looked, e.is_past, e.last_at, e.last_place, s.*, d.device_uuid, chat.conversation_uuid
    from (
      select count(*)::int as looked, coalesce(bool_or(is_past), false) as is_past,
        (array_agg(at order by ${order}))[count(*)::int] as last_at,
        (array_agg(place order by ${order}))[count(*)::int] as last_place
      from looked_at
    ) e
    left join shown s on true
    left join lateral (select device_uuid, channel_id from devices where id = s.device_id offset 0) d on true
    left join lateral ${chatSql('s', 'd.channel_id')} chat on true
    order by s.${order.replace(', ', ', s.')}`,
  );
};

const LISTS: Readonly<Record<Scope, Statement<Params, Row>>> = {
  account: listOf('account'),
  times: listOf('times'),
  failed: listOf('failed'),
  phone: listOf('phone'),
  broadcast: listOf('broadcast'),
};

export interface Place {
  at: Date;
  place: number;
}

/** Messages that a page looks through at most, for filters that few of them match. */
const LOOKED_THROUGH = 1_000;

export interface Listed {
  rows: ListedRow[];
  /** Where the next page begins; null on the last one. */
  next: Place | null;
}

/** Newest first. With a rare match a page can be short although others follow. */
export async function listMessages(
  db: Db,
  filter: Filter,
  { before, limit }: { before: Place | null; limit: number },
): Promise<Listed> {
  const scope = scopeOf(filter);
  const window = isPlain(filter) ? limit + 1 : LOOKED_THROUGH;
  const found = await LISTS[scope].all(db, {
    ...filter,
    beforeAt: before?.at ?? null,
    before: before?.place ?? null,
    window,
    limit: limit + 1,
  });
  const rows = found.filter((row): row is Row & ListedRow => row.id !== null);
  const [looked] = found;
  const last = rows[limit - 1];
  if (rows.length > limit && last) return { rows: rows.slice(0, limit), next: last };
  const isEnd = !looked || looked.looked < window || looked.is_past;
  const { last_at: at, last_place: place } = looked ?? {};
  return { rows, next: isEnd || !at || place == null ? null : { at, place } };
}

/** What waits has no index by time: it is among the newest of its account. */
export function scopeOf({ phones, broadcastId, status, until }: Filter): Scope {
  if (phones) return 'phone';
  if (broadcastId !== null) return 'broadcast';
  if (status === 'failed') return 'failed';
  return until && status !== 'queued' ? 'times' : 'account';
}

/** Nearly every message matches. */
const isPlain = ({ accountId: _, ...filters }: Filter) =>
  Object.values(filters).every((value) => value === null);
