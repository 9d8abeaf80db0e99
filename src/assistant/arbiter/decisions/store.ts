import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { AUTOMATION } from '../consumer.ts';

export interface DecisionRow {
  id: number;
  decision_uuid: string;
  message_public_id: number | null;
  state: 'waiting' | 'held' | 'decided';
  stage: string | null;
  outcome: string | null;
  reason: string | null;
  rule_id: string | null;
  flow_id: string | null;
  node_id: string | null;
  faq_id: string | null;
  score: number | null;
  candidates: { faq_id: string; question: string; score: number }[] | null;
  sources: { kind: string; id: string; title: string | null; row_key?: string }[] | null;
  shadow: Record<string, unknown> | null;
  joined_uuid: string | null;
  joined: Pick<DecisionRow, 'stage' | 'outcome' | 'reason'> | null;
  sent_ids: number[] | null;
  ms: number | null;
  created_at: Date;
  decided_at: Date | null;
}

export interface DecisionPage {
  before: number | null;
  message: number | null;
  waMessageId: string | null;
  limit: number;
}

const COLUMNS = `id, decision_uuid, message_public_id, state, stage, outcome, reason, rule_id, flow_id, node_id, faq_id,
  score, candidates, sources, shadow, joined_uuid, sent_ids, ms, created_at, decided_at`;
const MAX_MERGED = 200;
const MAX_DEVICES = 20;

const LIST = statement<{ accountId: number; id: number } & DecisionPage, DecisionRow>(
  'automation.list_decisions',
  `select d.*, row_to_json(j) as joined from (
     select :id::bigint as id
     union all
     (select id from conversations where merged_into = :id::bigint and account_id = :accountId limit ${MAX_MERGED})
   ) c
   cross join lateral (
     select ${COLUMNS} from automation_decisions
     where conversation_id = c.id and account_id = :accountId and id < coalesce(:before::bigint, 9223372036854775807)
       and (:message::bigint is null or message_public_id = :message::bigint)
       and (:waMessageId::text is null or wa_message_id = :waMessageId)
     order by id desc limit :limit::bigint
   ) d
   left join lateral (
     select stage, outcome, reason from automation_decisions
     where decision_uuid = d.joined_uuid and account_id = :accountId limit 1
   ) j on true
   order by d.id desc limit :limit::bigint`,
);

/** Newest first, with those of conversations that were merged into this one. */
export function listDecisions(
  db: Queryable,
  of: { accountId: number; id: number },
  page: DecisionPage,
): Promise<DecisionRow[]> {
  return LIST.all(db, { ...of, ...page });
}

export interface MarkedMessage {
  account_id: number;
  event_row: number;
  device_uuid: string;
  wa_message_id: string;
}

/** Null as far as there is no decision. */
export interface MarkRow {
  is_covered: boolean;
  is_waiting: boolean;
  state: DecisionRow['state'] | null;
  stage: string | null;
  outcome: string | null;
  reason: string | null;
}

/** Devices of one number each store a message: the first has the decision. */
const READ_MARKS = statement<
  {
    accountIds: readonly number[];
    eventRows: readonly number[];
    deviceUuids: readonly string[];
    waMessageIds: readonly string[];
  },
  MarkRow
>(
  'automation.read_marks',
  `select coalesce(c.is_covered, false) as is_covered, d.state,
     exists (
       select from event_backlog
       where consumer = '${AUTOMATION.name}' and account_id = m.account_id and event_id = m.event_row
     ) as is_waiting,
     coalesce(j.stage, d.stage) as stage, coalesce(j.outcome, d.outcome) as outcome,
     coalesce(j.reason, d.reason) as reason
   from unnest(:accountIds::bigint[], :eventRows::bigint[], :deviceUuids::uuid[], :waMessageIds::text[])
     with ordinality as m (account_id, event_row, device_uuid, wa_message_id, n)
   left join lateral (
     select id from devices where device_uuid = m.device_uuid and account_id = m.account_id limit 1
   ) own on true
   left join lateral (
     select covers_all or own.id = any (covered_devices) as is_covered
     from automation_accounts where account_id = m.account_id limit 1
   ) c on true
   left join lateral (
     select d.* from (
       select own.id as device_id
       union all
       select o.device_id from (
         select channel_id from channel_devices where device_id = own.id and until_message_id is null limit 1
       ) s
       cross join lateral (
         select device_id from channel_devices where channel_id = s.channel_id
         order by device_id desc limit ${MAX_DEVICES}
       ) o
     ) same
     cross join lateral (
       select id from messages
       where device_id = same.device_id and wa_message_id = m.wa_message_id and direction = 'in' limit 1
     ) copy
     cross join lateral (
       select state, stage, outcome, reason, joined_uuid from automation_decisions
       where message_id = copy.id and account_id = m.account_id limit 1
     ) d
     limit 1
   ) d on true
   left join lateral (
     select stage, outcome, reason from automation_decisions
     where decision_uuid = d.joined_uuid and account_id = m.account_id limit 1
   ) j on true
   order by m.n`,
);

export function readMarks(db: Queryable, messages: readonly MarkedMessage[]): Promise<MarkRow[]> {
  return READ_MARKS.all(db, {
    accountIds: messages.map(({ account_id }) => account_id),
    eventRows: messages.map(({ event_row }) => event_row),
    deviceUuids: messages.map(({ device_uuid }) => device_uuid),
    waMessageIds: messages.map(({ wa_message_id }) => wa_message_id),
  });
}

const NOTE_SHADOW = statement<{ accountId: number; uuid: string; shadow: string }>(
  'automation.note_shadow',
  `update automation_decisions set shadow = :shadow::jsonb
   where decision_uuid = :uuid::uuid and account_id = :accountId`,
);

export async function noteShadow(
  db: Queryable,
  accountId: number,
  uuid: string,
  shadow: object,
): Promise<void> {
  await NOTE_SHADOW.run(db, { accountId, uuid, shadow: JSON.stringify(shadow) });
}

export const deleteOld = statement<{ olderThan: Date; limit: number }>(
  'automation.delete_old_decisions',
  `delete from automation_decisions where id = any (array(
     select id from (
       select id, created_at from automation_decisions order by id limit :limit
     ) oldest where created_at < :olderThan::timestamptz
   ))`,
).run;
