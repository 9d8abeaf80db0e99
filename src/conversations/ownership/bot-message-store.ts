import type { Db, Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { openAfter, queuedAnswer, setQueuedAnswer } from './answers.ts';
import { timerOf } from './idle-times.ts';

interface Target {
  device_id: number;
  phone: string;
}

interface BotOwner {
  account_id: number;
  id: number;
  ownership_version: number;
  owner_state: 'bot' | 'human_waiting';
}

/** An update follows in the same transaction, so a shared lock would end in a deadlock of two sends. */
const LOCK = statement<BotOwner, Target>(
  'conversations.lock_for_bot',
  `select h.device_id, c.phone
   from conversations c join channels h on h.id = c.channel_id
   where c.id = :id and c.account_id = :account_id and c.ownership_version = :ownership_version
     and c.owner_state = :owner_state
     and h.device_id is not null and h.automated and not c.automation_suppressed
   for no key update of c`,
);

/** Undefined when another owner or another version is present, or no automation may answer. */
export function lockForBot(tx: Tx, owner: BotOwner): Promise<Target | undefined> {
  return LOCK.first(tx, owner);
}

const UP_TO = `coalesce(:upTo::timestamptz, 'infinity')`;
const WAITS_ON = openAfter('c.waiting_since', UP_TO);

const NOTE = statement<{ id: number; upTo: Date | null; now: Date }>(
  'conversations.note_bot_message',
  `with ${queuedAnswer('bot', UP_TO)}
   update conversations c set
     ${setQueuedAnswer(UP_TO)},
     last_at = greatest(c.last_at, :now::timestamptz),
     timer_at = ${timerOf('c.account_id', 'c.owner_state', `coalesce(${WAITS_ON}, :now)`)}
   from answer a
   where c.id = :id`,
);

/** The automation answers the questions up to this time. */
export async function noteBotMessage(tx: Tx, id: number, upTo: Date | null, now: Date): Promise<void> {
  await NOTE.run(tx, { id, upTo, now });
}

const LIST_CHANGED = statement<{ ids: readonly number[]; versions: readonly number[] }, { id: number }>(
  'conversations.list_changed_owners',
  `select asked.id from unnest(:ids::bigint[], :versions::bigint[]) as asked (id, version)
   cross join lateral (select ownership_version from conversations where id = asked.id offset 0) c
   where c.ownership_version <> asked.version`,
);

/** Those of the conversations that have another version than the given one. */
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
