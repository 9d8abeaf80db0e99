import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { Mode } from '../settings/schema.ts';
import type { Agreement } from './agreement.ts';

export const ACTIONS = ['answer', 'clarify', 'handoff'] as const;
export type Action = (typeof ACTIONS)[number];

interface Of {
  accountId: number;
  conversationId: number;
  deviceId: number;
  decisionUuid: string;
  messageIds: readonly number[];
  now: Date;
  dueAt: Date | null;
}

/** Messages that follow each other before they are judged. */
const MAX_MESSAGES = 20;
/** Later messages wait no longer than this. */
const MAX_WAIT = '10 seconds';

const WATCH = statement<Of>(
  'automation.watch_messages',
  `insert into assistant_judgements as j (account_id, conversation_id, device_id, decision_uuid, mode, message_ids,
     state, due_at, created_at)
   values (:accountId, :conversationId, :deviceId, :decisionUuid, 'shadow', :messageIds::bigint[], 'due',
     :dueAt::timestamptz, :now::timestamptz)
   on conflict (conversation_id) where state = 'due' do update set
     decision_uuid = excluded.decision_uuid,
     message_ids = (j.message_ids || excluded.message_ids)[1:${MAX_MESSAGES}],
     due_at = least(excluded.due_at, j.created_at + interval '${MAX_WAIT}')`,
);

/** Messages that nothing answered, for the job. */
export async function watch(tx: Tx, of: Of): Promise<void> {
  await WATCH.run(tx, of);
}

interface Judged {
  action: Action;
  reason: string;
  faqUuid: string | null;
  score: number;
  /** Null: a hand-off has its own text. */
  answer: string | null;
}

const NOTE = statement<Of & Judged>(
  'automation.note_judgement',
  `insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids, state,
     due_at, action, reason, faq_uuid, score, answer, created_at)
   values (:accountId, :conversationId, :deviceId, :decisionUuid, 'live', :messageIds::bigint[],
     case when :dueAt::timestamptz is null then 'settled' else 'open' end, :dueAt::timestamptz, :action, :reason,
     :faqUuid, :score::real, :answer, :now::timestamptz)`,
);

/** An answer in live mode. */
export async function note(tx: Tx, judged: Of & Judged): Promise<void> {
  await NOTE.run(tx, judged);
}

/** What this process looks at. */
export interface ClaimedJudgement {
  id: number;
  account_id: number;
  conversation_id: number;
  device_id: number;
  /** Null: the device is gone. */
  device_uuid: string | null;
  device_label: string | null;
  decision_uuid: string;
  mode: Mode;
  message_ids: number[];
  state: 'due' | 'open';
  looks: number;
  action: Action | null;
  reason: string | null;
  answer: string | null;
  created_at: Date;
}

interface Claim {
  now: Date;
  until: Date;
  /** Accounts come in turn. */
  after: number;
  accounts: number;
  perAccount: number;
  slots: number;
}

/** A claim postpones the judgement: when the process dies, another one takes it then. */
const CLAIM = statement<
  Claim,
  { judgements: (Omit<ClaimedJudgement, 'created_at'> & { created_at: string })[]; last: number | null }
>(
  'automation.claim_judgements',
  `with recursive waiting (account_id, number) as (
    (
      select account_id, 1 from assistant_judgements
      where due_at is not null and account_id > :after order by account_id limit 1
    )
    union all
    select next.account_id, waiting.number + 1
    from waiting, lateral (
      select account_id from assistant_judgements
      where due_at is not null and account_id > waiting.account_id order by account_id limit 1
    ) next
    where waiting.number < :accounts
  ), claimed as (
    update assistant_judgements set due_at = :until::timestamptz
    where id = any (array(
      select j.id from waiting w
      cross join lateral (
        select id from assistant_judgements
        where account_id = w.account_id and due_at <= :now::timestamptz
        order by due_at limit :perAccount::bigint for update skip locked
      ) j
      limit :slots::bigint
    ))
    returning *
  )
  select
    (
      select coalesce(json_agg(json_build_object('id', c.id, 'account_id', c.account_id,
        'conversation_id', c.conversation_id, 'device_id', c.device_id, 'device_uuid', d.device_uuid,
        'device_label', d.label, 'decision_uuid', c.decision_uuid, 'mode', c.mode, 'message_ids', c.message_ids,
        'state', c.state, 'looks', c.looks, 'action', c.action, 'reason', c.reason, 'answer', c.answer,
        'created_at', c.created_at)), '[]')
      from claimed c
      left join lateral (select device_uuid, label from devices where id = c.device_id limit 1) d on true
    ) as judgements,
    (select max(account_id) from waiting having max(number) = :accounts) as last`,
);

/** `last`: the account after which the next claim continues; null at the end. */
export async function claim(
  db: Db,
  given: Claim,
): Promise<{ judgements: ClaimedJudgement[]; last: number | null }> {
  const { judgements, last } = await CLAIM.one(db, given);
  return { judgements: judgements.map((row) => ({ ...row, created_at: new Date(row.created_at) })), last };
}

const JUDGE = statement<
  Judged & { id: number; accountId: number; messageIds: readonly number[]; dueAt: Date | null }
>(
  'automation.judge_messages',
  `update assistant_judgements set state = case when :dueAt::timestamptz is null then 'settled' else 'open' end,
     due_at = :dueAt::timestamptz, action = :action, reason = :reason, faq_uuid = :faqUuid, score = :score::real,
     answer = :answer
   where id = :id and account_id = :accountId and action is null and message_ids = :messageIds::bigint[]`,
);

/** False: a message came meanwhile, or another process has judged. */
export async function judge(
  tx: Tx,
  judged: Judged & { id: number; accountId: number; messageIds: readonly number[]; dueAt: Date | null },
): Promise<boolean> {
  return (await JUDGE.run(tx, judged)) === 1;
}

export interface Looked {
  /** When to look again. Null: it is settled. */
  dueAt: Date | null;
  staffMessageId: number | null;
  agreement: Agreement | null;
  isPicked: boolean | null;
  isTakenOver: boolean | null;
}

const LOOK = statement<Looked & { id: number; accountId: number }>(
  'automation.note_staff_answer',
  `update assistant_judgements set state = case when :dueAt::timestamptz is null then 'settled' else 'open' end,
     due_at = :dueAt::timestamptz, looks = looks + 1, staff_message_id = :staffMessageId::bigint,
     agreement = :agreement, is_picked = :isPicked::boolean, is_taken_over = :isTakenOver::boolean
   where id = :id and account_id = :accountId and state = 'open'`,
);

export async function noteLook(db: Queryable, of: { id: number; accountId: number } & Looked): Promise<void> {
  await LOOK.run(db, of);
}

const DROP = statement<{ id: number; accountId: number }>(
  'automation.drop_judgement',
  `delete from assistant_judgements where id = :id and account_id = :accountId`,
);

/** Its messages are gone. */
export async function drop(db: Queryable, { id, account_id }: ClaimedJudgement): Promise<void> {
  await DROP.run(db, { id, accountId: account_id });
}

const CHOSEN = statement<{ accountId: number; conversationId: number; after: number }, { reason: string }>(
  'automation.find_next_judgement',
  `select reason from assistant_judgements
   where account_id = :accountId and conversation_id = :conversationId and id > :after and mode = 'live'
   order by id limit 1`,
);

/** The next answer of the assistant in the conversation: why it came. */
export function findNext(
  db: Queryable,
  { account_id, conversation_id, id }: ClaimedJudgement,
): Promise<{ reason: string } | undefined> {
  return CHOSEN.first(db, { accountId: account_id, conversationId: conversation_id, after: id });
}

const DELETE_OLD = statement<{ olderThan: Date; limit: number }>(
  'automation.delete_old_judgements',
  `delete from assistant_judgements where id = any (array(
     select id from (
       select id, created_at from assistant_judgements order by id limit :limit::bigint
     ) oldest where created_at < :olderThan::timestamptz
   ))`,
);

export function deleteOld(db: Queryable, olderThan: Date, limit: number): Promise<number> {
  return DELETE_OLD.run(db, { olderThan, limit });
}
