import { seesChannel } from '../../../gateway/devices/channels/channel.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { NamedTeam } from '../../staff/teams/team.ts';
import { hasAnswer, noteAnswers, openAfter, queuedAnswer, SET_QUEUED_ANSWER } from './answers.ts';
import { timerOf } from './idle-times.ts';
import type { OwnerState } from './states.ts';

export interface Owner {
  id: number;
  owner_state: OwnerState;
  ownership_version: number;
  owner_since: Date;
  assignee: string | null;
  team_id: number | null;
  /** Also while the answer is queued: it may fail. */
  waiting_since: Date | null;
  /** An answer is queued, and may fail. */
  answering_since: Date | null;
  /** The automation of the number can answer here. */
  automated: boolean;
}

export const OWNER = `c.id, c.owner_state, c.ownership_version, c.owner_since, c.assignee, c.team_id,
  c.answering_since,
  least(c.waiting_since, case
    when c.answering_since is not null and not ${hasAnswer()} then c.answering_since
  end) as waiting_since,
  (select automated from channels where id = c.channel_id) and not c.automation_suppressed as automated`;

/** By id, against deadlocks. Lock people first. Merged ones are missing. */
export const lockOwners = statement<{ ids: readonly number[] }, Owner>(
  'conversations.lock_owners',
  `select ${OWNER} from conversations c where c.id = any (:ids::bigint[]) and c.merged_into is null
   order by c.id for no key update of c`,
).inTx.all;

/** Undefined: merged, or another device speaks for the number. */
export const lockForReply = statement<{ id: number; deviceId: number | null }, Owner>(
  'conversations.lock_for_reply',
  `select ${OWNER} from conversations c
   where c.id = :id and c.merged_into is null
     and (select device_id from channels where id = c.channel_id) is not distinct from :deviceId::bigint
   for no key update of c`,
).inTx.first;

const FIND_ID = statement<
  { accountId: number; deviceIds: readonly number[] | null; uuid: string },
  { id: number }
>(
  'conversations.find_id',
  `select coalesce(merged_into, id) as id from conversations
   where conversation_uuid = :uuid::uuid and account_id = :accountId and ${seesChannel('channel_id')}`,
);

/** A merged conversation is the one that shows it. */
export async function findId(
  db: Queryable,
  { id: accountId, deviceIds }: Sight,
  uuid: string,
): Promise<number | undefined> {
  return (await FIND_ID.first(db, { accountId, deviceIds, uuid }))?.id;
}

export interface OwnerChange {
  id: number;
  version: number;
  to: OwnerState;
  reason: string;
  assignee: string | null;
  keepsAnswer: boolean;
  /** Of the timeline. */
  kind: string;
  actor: string;
}

/** How a conversation was before its end: its columns, as JSON has them. */
export interface Before {
  owner_state: Exclude<OwnerState, 'closed'>;
  assignee: string | null;
  waiting_since: string | null;
  answering_since: string | null;
  unread: number;
  snoozed_until: string | null;
}

/**
 * Undefined: another version is present. `event_id`: the entry of the timeline. Reopening begins an episode; the
 * automation begins with the first unanswered message.
 */
const CHANGE_OWNER = statement<
  OwnerChange & { now: Date; setsTeam: boolean; teamId: number | null; teamName: string | null },
  { ownership_version: number; event_id: number }
>(
  'conversations.change_owner',
  `with ended as materialized (
    select jsonb_build_object('before', jsonb_build_object('owner_state', owner_state, 'assignee', assignee,
      'waiting_since', waiting_since, 'answering_since', answering_since, 'unread', unread,
      'snoozed_until', snoozed_until)) as note
    from conversations where id = :id and :to = 'closed' and owner_state <> 'closed'
  ), changed as (
    update conversations c set
      owner_state = :to,
      ownership_version = c.ownership_version + 1,
      owner_since = :now::timestamptz,
      owner_reason = :reason,
      assignee = :assignee,
      team_id = case when :setsTeam then :teamId else c.team_id end,
      episode = c.episode + (c.owner_state = 'closed')::int,
      bot_context_from = case when :to <> 'bot' then c.bot_context_from else (
        select coalesce(min(m.id), pg_sequence_last_value('messages_id_seq') + 1) from (
          select m.id from channel_devices s cross join lateral (
            select id, created_at from messages m
            where m.device_id = s.device_id and m.phone = c.phone and length(m.phone) <= 512 and m.direction = 'in'
              and m.id > s.from_message_id and m.id <= coalesce(s.until_message_id, m.id)
            order by id desc limit 20
          ) m
          where s.channel_id = c.channel_id and m.created_at >= c.waiting_since
        ) m
      ) end,
      waiting_since = case when :to = 'closed' then null else c.waiting_since end,
      answering_since = case when :to <> 'closed' or :keepsAnswer then c.answering_since end,
      unread = case when :to = 'closed' then 0 else c.unread end,
      snoozed_until = null,
      timer_at = ${timerOf('c.account_id', ':to', ':now')}
    where c.id = :id and c.ownership_version = :version
    returning c.id, c.account_id, c.episode, c.ownership_version
  ), noted as (
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
    select account_id, id, episode, :kind, :actor, jsonb_build_object('owner_state', :to::text,
      'ownership_version', ownership_version, 'reason', :reason::text, 'assignee', :assignee::text)
      || coalesce((select note from ended), '{}')
      || case when :setsTeam then jsonb_build_object('team', :teamName::text) else '{}' end, :now::timestamptz
    from changed
    returning id
  )
  select c.ownership_version, n.id as event_id from changed c cross join noted n`,
);

/** As above. `team` undefined: it stays. */
export function changeOwner(
  tx: Tx,
  { team, ...change }: OwnerChange & { team: NamedTeam | null | undefined; now: Date },
) {
  const { id: teamId, name: teamName } = team ?? { id: null, name: null };
  return CHANGE_OWNER.first(tx, { ...change, setsTeam: team !== undefined, teamId, teamName });
}

/** Owner and version stay. Call it with the lock. */
export const setTeam = statement<{
  id: number;
  teamId: number | null;
  name: string | null;
  actor: string;
  now: Date;
}>(
  'conversations.set_team',
  `with changed as (
    update conversations set team_id = :teamId where id = :id
    returning id, account_id, episode, owner_state, ownership_version, assignee
  )
  insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
  select account_id, id, episode, 'team_changed', :actor, jsonb_build_object('owner_state', owner_state,
    'ownership_version', ownership_version, 'assignee', assignee, 'team', :name::text), :now::timestamptz
  from changed`,
).inTx.run;

/** Entries of the timeline after an end, such as notes, behind which the end is not looked for. */
const MAX_LATER = 100;

const FIND_BEFORE = statement<{ id: number; version: number }, { before: Before }>(
  'conversations.find_before_end',
  `select e.details -> 'before' as before from (
     select kind, details from conversation_events where conversation_id = :id order by id desc limit ${MAX_LATER}
   ) e
   where e.kind = 'resolved' and e.details ->> 'ownership_version' = (:version::int)::text
     and e.details -> 'before' is not null
   limit 1`,
);

/** How a closed conversation was before its end. Undefined: an earlier version closed it. */
export async function findBefore(
  tx: Tx,
  { id, ownership_version: version }: Pick<Owner, 'id' | 'ownership_version'>,
): Promise<Before | undefined> {
  return (await FIND_BEFORE.first(tx, { id, version }))?.before;
}

/** The episode goes on. An answer that was queued before the end may have been sent since, or fail later. */
export const restoreOwner = statement<
  Omit<OwnerChange, 'keepsAnswer'> & Omit<Before, 'owner_state'> & { now: Date }
>(
  'conversations.restore_owner',
  `with changed as (
    update conversations c set
      owner_state = :to,
      ownership_version = c.ownership_version + 1,
      owner_since = :now::timestamptz,
      owner_reason = :reason,
      assignee = :assignee,
      waiting_since = :waiting_since::timestamptz,
      answering_since = :answering_since::timestamptz,
      unread = :unread,
      snoozed_until = :snoozed_until::timestamptz,
      timer_at = ${timerOf('c.account_id', ':to', ':now')}
    where c.id = :id and c.ownership_version = :version
    returning c.id, c.account_id, c.episode, c.ownership_version
  )
  insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
  select account_id, id, episode, :kind, :actor, jsonb_build_object('owner_state', :to::text,
    'ownership_version', ownership_version, 'reason', :reason::text, 'assignee', :assignee::text), :now::timestamptz
  from changed`,
).inTx.run;

export const leaveWaiting = statement<{ id: number; actor: string; now: Date }>(
  'conversations.leave_waiting',
  `with changed as (
    update conversations set assignee = null where id = :id
    returning id, account_id, episode, ownership_version
  )
  insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
  select account_id, id, episode, 'unassigned', :actor, jsonb_build_object('owner_state', 'human_waiting',
    'ownership_version', ownership_version, 'assignee', null), :now::timestamptz
  from changed`,
).inTx.run;

const REOPEN_WAIT = statement<{ id: number; now: Date }, { waiting_since: Date }>(
  'conversations.reopen_wait',
  `update conversations c set
     waiting_since = least(c.waiting_since, c.answering_since),
     answering_since = null,
     timer_at = coalesce(c.timer_at, ${timerOf('c.account_id', 'c.owner_state', ':now')})
   where c.id = :id and c.answering_since is not null and not ${hasAnswer('m.due')}
   returning c.waiting_since`,
);

/** After failed answers. Null: one was sent or is open. Call it with the lock. */
export async function reopenWait(tx: Tx, id: number, now: Date): Promise<Date | null> {
  return (await REOPEN_WAIT.first(tx, { id, now }))?.waiting_since ?? null;
}

const NOTE_REPLIES = statement<{ ids: readonly number[]; ats: readonly Date[]; now: Date }>(
  'conversations.note_replies',
  `with answer as materialized (
    select c.id, c.account_id, c.channel_id, c.episode, null::bigint as message_id, r.at,
      case when c.waiting_since <= r.at then c.waiting_since end as asked_at,
      case when c.answering_since is not null and not ${hasAnswer()} then c.answering_since end as answering_since
    from conversations c join unnest(:ids::bigint[], :ats::timestamptz[]) as r (id, at) on c.id = r.id
    where c.id = any (:ids::bigint[])
   ), ${noteAnswers({ source: 'phone', upTo: 'at', sentAt: 'at' })}
   update conversations c set
     last_human_at = greatest(c.last_human_at, r.at),
     last_at = greatest(c.last_at, r.at),
     waiting_since = ${openAfter('c.waiting_since', 'r.at')},
     answering_since = ${openAfter('c.answering_since', 'r.at')},
     unread = case when c.last_customer_at > r.at then c.unread else 0 end,
     standby_since = null,
     timer_at = ${timerOf('c.account_id', 'c.owner_state', ':now')}
   from unnest(:ids::bigint[], :ats::timestamptz[]) as r (id, at)
   where c.id = any (:ids::bigint[]) and c.id = r.id`,
);

/** Replies on the phone, one per locked conversation. */
export async function noteReplies(
  tx: Tx,
  replies: readonly { id: number; at: Date }[],
  now: Date,
): Promise<void> {
  await NOTE_REPLIES.run(tx, {
    ids: replies.map(({ id }) => id),
    ats: replies.map(({ at }) => at),
    now,
  });
}

/** A reply in Kurir, which may fail. Call it with the lock. */
export const noteQueuedReply = statement<{ id: number; now: Date }>(
  'conversations.note_queued_reply',
  `with ${queuedAnswer('staff', { from: 'conversations c where c.id = :id', upTo: ':now::timestamptz' })}
   update conversations c set
     ${SET_QUEUED_ANSWER},
     last_human_at = greatest(c.last_human_at, :now::timestamptz),
     last_at = greatest(c.last_at, :now::timestamptz),
     unread = case when c.last_customer_at > :now::timestamptz then c.unread else 0 end,
     standby_since = null,
     timer_at = ${timerOf('c.account_id', 'c.owner_state', ':now')}
   from answer a
   where c.id = a.id`,
).inTx.run;

/** Another sign of staff than a reply. */
export const noteStaff = statement<{ id: number; now: Date }>(
  'conversations.note_staff',
  // The job computes the exact time.
  `update conversations c set last_human_at = greatest(c.last_human_at, :now::timestamptz), timer_at = :now
   where id = :id and owner_state = 'human_active'`,
).inTx.run;

const SUPPRESS = statement<{ id: number; suppressed: boolean; kind: string; actor: string; now: Date }>(
  'conversations.suppress_automation',
  `with changed as (
    update conversations set automation_suppressed = :suppressed
    where id = :id and automation_suppressed <> :suppressed
    returning id, account_id, episode
  )
  insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
  select account_id, id, episode, :kind, :actor, :now::timestamptz from changed`,
);

/** False: it is so already. */
export async function suppressAutomation(
  tx: Tx,
  id: number,
  { suppressed, actor }: { suppressed: boolean; actor: string },
  now: Date,
): Promise<boolean> {
  const kind = suppressed ? 'automation_off' : 'automation_on';
  return (await SUPPRESS.run(tx, { id, suppressed, kind, actor, now })) === 1;
}
