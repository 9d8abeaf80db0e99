import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { OPEN_AFTER_QUEUED, queuedAnswer, SET_QUEUED_ANSWER } from './answers.ts';
import { timerOf } from './idle-times.ts';

/** Where messages of the automation go. */
export interface BotTarget {
  conversation_id: number;
  device_id: number;
  phone: string;
}

/** As the automation has seen it. */
export interface BotOwner {
  account_id: number;
  conversation_id: number;
  ownership_version: number;
  owner_state: 'bot' | 'human_waiting' | 'human_active' | 'closed';
}

/** Shared locks would deadlock two sends: both update next. */
const LOCK = statement<
  {
    ids: readonly number[];
    accountIds: readonly number[];
    versions: readonly number[];
    states: readonly string[];
  },
  BotTarget
>(
  'conversations.lock_for_bot',
  `with locked as materialized (
    select id, account_id, channel_id, phone, ownership_version, owner_state, automation_suppressed,
      standby_since
    from conversations where id = any (:ids::bigint[]) order by id for no key update
  )
  select c.id as conversation_id, h.device_id, c.phone
  from unnest(:ids::bigint[], :accountIds::bigint[], :versions::bigint[], :states::text[])
    as asked (id, account_id, version, state)
  join locked c on c.id = asked.id and c.account_id = asked.account_id
  cross join lateral (select device_id, automated from channels where id = c.channel_id offset 0) h
  where c.ownership_version = asked.version and c.owner_state = asked.state
    and h.device_id is not null and h.automated and not c.automation_suppressed and c.standby_since is null`,
);

/** With this owner and version, and an automation that may answer. */
export function lockForBot(tx: Tx, owners: readonly BotOwner[]): Promise<BotTarget[]> {
  return LOCK.all(tx, {
    ids: owners.map(({ conversation_id }) => conversation_id),
    accountIds: owners.map(({ account_id }) => account_id),
    versions: owners.map(({ ownership_version }) => ownership_version),
    states: owners.map(({ owner_state }) => owner_state),
  });
}

const ANSWERED = `unnest(:ids::bigint[], :upTos::timestamptz[]) as asked (id, up_to)
    cross join lateral (select * from conversations where id = asked.id offset 0) c`;

const NOTE = statement<{ ids: readonly number[]; upTos: readonly (Date | null)[]; now: Date }>(
  'conversations.note_bot_messages',
  `with ${queuedAnswer('bot', { from: ANSWERED, upTo: `coalesce(asked.up_to, 'infinity')` })}
   update conversations c set
     ${SET_QUEUED_ANSWER},
     last_at = greatest(c.last_at, :now::timestamptz),
     timer_at = ${timerOf('c.account_id', 'c.owner_state', `coalesce(${OPEN_AFTER_QUEUED}, :now)`)}
   from answer a
   where c.id = any (:ids::bigint[]) and c.id = a.id`,
);

/** Answers questions up to these times. Call it with locks, once per conversation. */
export async function noteBotMessages(
  tx: Tx,
  answers: readonly { id: number; upTo: Date | null }[],
  now: Date,
): Promise<void> {
  if (answers.length === 0) return;
  await NOTE.run(tx, {
    ids: answers.map(({ id }) => id),
    upTos: answers.map(({ upTo }) => upTo),
    now,
  });
}

const LIST_CHANGED = statement<{ ids: readonly number[]; versions: readonly number[] }, { id: number }>(
  'conversations.list_changed_owners',
  `select asked.id from unnest(:ids::bigint[], :versions::bigint[]) as asked (id, version)
   cross join lateral (select ownership_version from conversations where id = asked.id offset 0) c
   where c.ownership_version <> asked.version`,
);

/** Those with another version. */
export async function listChangedOwners(
  db: Db,
  chats: readonly { conversation_id: number; ownership_version: number }[],
): Promise<number[]> {
  const [ids, versions] = [
    chats.map(({ conversation_id }) => conversation_id),
    chats.map(({ ownership_version }) => ownership_version),
  ];
  return (await LIST_CHANGED.all(db, { ids, versions })).map(({ id }) => id);
}
