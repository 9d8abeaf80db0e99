import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { chatSql } from '../../messages/chat-sql.ts';
import { publicIdOf } from '../../messages/queue/public-ids.ts';
import type { MessageStatus } from './schema.ts';
import { IN_STAGE, STAGES, type Stage } from './stages.ts';

export interface RecipientRow {
  broadcast_place: number;
  message_id: number;
  type: string;
  phone: string;
  name: string | null;
  status: MessageStatus;
  error_code: string | null;
  error_message: string | null;
  conversation_uuid: string | null;
}

export interface RecipientRange {
  accountId: number;
  broadcastId: number;
  leavesWhenClaimed: boolean;
  after: number;
  limit: number;
}

const list = (name: string, condition: string) =>
  statement<RecipientRange, RecipientRow>(
    name,
    `select m.broadcast_place, m.message_id, m.type, m.phone, c.name, m.status, m.error_code, m.error_message,
       chat.conversation_uuid
     from (
       select ${publicIdOf('m')} as message_id, type, account_id, device_id, broadcast_place, phone, status,
         error_code, error_message
       from messages m
       where broadcast_id = :broadcastId and broadcast_place > :after and account_id = :accountId and ${condition}
       order by broadcast_place limit :limit::bigint
     ) m
     cross join lateral (select channel_id from devices where id = m.device_id offset 0) d
     left join lateral (
       select name from contacts where account_id = :accountId and phone = m.phone limit 1
     ) c on true
     left join lateral ${chatSql('m', 'd.channel_id')} chat on true
     order by m.broadcast_place`,
  );

const LIST_ALL = list('broadcasts.list_recipients', 'true');
const LIST_STAGE: Readonly<Record<Stage, typeof LIST_ALL>> = {
  failed: list('broadcasts.list_failed_recipients', IN_STAGE.failed),
  left_out: list('broadcasts.list_recipients_left_out', IN_STAGE.left_out),
  sent: list('broadcasts.list_recipients_sent', IN_STAGE.sent),
  delivered: list('broadcasts.list_recipients_delivered', IN_STAGE.delivered),
  read: list('broadcasts.list_recipients_read', IN_STAGE.read),
  replied: list('broadcasts.list_recipients_replied', IN_STAGE.replied),
  opted_out: list('broadcasts.list_recipients_opted_out', IN_STAGE.opted_out),
  not_read: list('broadcasts.list_recipients_not_read', IN_STAGE.not_read),
  not_replied: list('broadcasts.list_recipients_not_replied', IN_STAGE.not_replied),
};

/** In the order of sending. */
export function listRecipients(
  db: Db,
  stage: Stage | undefined,
  range: RecipientRange,
): Promise<RecipientRow[]> {
  return (stage ? LIST_STAGE[stage] : LIST_ALL).all(db, range);
}

export interface ReachedRow {
  id: number;
  name: string;
  status: MessageStatus;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
}

/** Broadcasts among the newest messages to any of the phones, the newest first. */
export const listReached = statement<
  { accountId: number; phones: readonly string[]; window: number; limit: number },
  ReachedRow
>(
  'broadcasts.list_of_person',
  `select b.id, b.name, m.status, m.error_code, m.error_message, m.created_at
   from (
     select m.* from (select id from devices where account_id = :accountId) d
     cross join unnest(:phones::text[]) as p (phone)
     cross join lateral (
       select id, broadcast_id, status, error_code, error_message, created_at from messages
       where device_id = d.id and phone = p.phone and length(phone) <= 512
       order by id desc limit :window::bigint
     ) m
     order by m.id desc limit :window::bigint
   ) m
   cross join lateral (select id, name from broadcasts where id = m.broadcast_id offset 0) b
   order by m.id desc limit :limit::bigint`,
).all;

/** The others follow from these. */
const STAGES_OF_ONE = ['failed', 'left_out', 'sent', 'delivered', 'read', 'replied', 'opted_out'] as const;
const count = (stage: Stage) => `(count(*) filter (where m.${stage}))::int as ${stage}`;
/** Looks for a reply and an opt-out of each message that left. */
const funnelOf = (condition: string) => `
   select ${STAGES_OF_ONE.map(count).join(', ')},
     (count(*) filter (where m.sent and not m.read and not m.replied))::int as not_read,
     (count(*) filter (where m.sent and not m.replied))::int as not_replied
   from (
     select ${STAGES_OF_ONE.map((stage) => `${IN_STAGE[stage]} as ${stage}`).join(', ')}
     from messages m where ${condition} offset 0
   ) m`;

interface OfBroadcast {
  broadcastId: number;
  leavesWhenClaimed: boolean;
}

/** Reads all messages of the broadcast, and what was counted of deleted ones. */
export const readFunnel = statement<OfBroadcast, Record<Stage, number>>(
  'broadcasts.read_funnel',
  `select ${STAGES.map((stage) => `f.${stage} + coalesce(c.${stage}, 0) as ${stage}`).join(', ')}
   from (${funnelOf('broadcast_id = :broadcastId and broadcast_place >= 0')}) f
   left join counted_recipients c on c.broadcast_id = :broadcastId`,
).one;

/** Before these messages are deleted. */
export const countDeleted = statement<OfBroadcast & { ids: readonly number[] }>(
  'broadcasts.count_deleted_recipients',
  `insert into counted_recipients as c (broadcast_id, ${STAGES.join(', ')})
   select :broadcastId::bigint, f.*
   from (${funnelOf('m.id = any (:ids::bigint[]) and m.broadcast_id = :broadcastId')}) f
   on conflict (broadcast_id) do update set
     ${STAGES.map((stage) => `${stage} = c.${stage} + excluded.${stage}`).join(', ')}`,
).inTx.run;

export const listEngines = statement<{ ids: readonly number[] }, { id: number; engine: EngineKind }>(
  'broadcasts.list_engines',
  `select b.id, d.engine
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select id, device_id from broadcasts where id = i.id offset 0) b
   cross join lateral (select engine from devices where id = b.device_id offset 0) d`,
).all;
