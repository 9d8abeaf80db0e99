import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Part, PartState } from './parts.ts';

/** With what the conversation is by itself. */
export interface Row extends PartState {
  conversation_id: number;
  channel_id: number;
  /** Whose conversation it is without any merge. */
  person_id: number;
  merged_into: number | null;
  ownership_version: number;
  stored: StoredPart | undefined;
}

/** `version`: of the conversation that shows it, when the parts were put together. */
type StoredPart = Part & { version: number };

const STATE = `phone, owner_state, owner_since, owner_reason, assignee, team_id, bot_context_from, episode, unread,
  waiting_since, answering_since, answering_from, last_customer_at, last_human_at, last_at, snoozed_until,
  automation_suppressed`;

const LOCK = statement<{ personIds: readonly number[] }, { id: number }>(
  'conversations.lock_of_people',
  'select id from conversations where person_id = any (:personIds::bigint[]) order by id for no key update',
);

/** Also merged ones, by id. */
export async function lockConversations(tx: Tx, personIds: readonly number[]): Promise<number[]> {
  return (await LOCK.inTx.all(tx, { personIds })).map(({ id }) => id);
}

const READ = statement<{ ids: readonly number[] }, Omit<Row, 'stored'>>(
  'conversations.read_for_merge',
  `select c.id as conversation_id, c.channel_id, c.person_id, c.merged_into, c.ownership_version, ${STATE},
     to_jsonb(array(
       select label_id from conversation_labels l where l.conversation_id = c.id order by label_id
     )) as label_ids
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select * from conversations where id = i.id offset 0) c
   order by c.id`,
);
const READ_PARTS = statement<{ ids: readonly number[] }, StoredPart>(
  'conversations.read_parts',
  `select conversation_id, person_id, version, last_in_id, to_jsonb(label_ids) as label_ids, ${STATE}
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select * from conversation_parts where conversation_id = i.id offset 0) c`,
);

/** After the lock: an own statement sees what was written before it. */
export async function readConversations(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const rows = await READ.all(tx, { ids });
  const parts = new Map((await READ_PARTS.all(tx, { ids })).map((part) => [part.conversation_id, part]));
  return rows.map((row) => {
    const stored = parts.get(row.conversation_id);
    return { ...row, person_id: stored?.person_id ?? row.person_id, stored };
  });
}

/** A closed one, shown by another one. */
export const insertConversation = statement<
  {
    accountId: number;
    channelId: number;
    personId: number;
    shownBy: number;
    phone: string;
    at: Date;
    now: Date;
  },
  { id: number }
>(
  'conversations.insert_apart',
  `insert into conversations (account_id, channel_id, person_id, merged_into, phone, owner_since, last_at, created_at)
   values (:accountId, :channelId, :personId, :shownBy, :phone, :now, :at, :now) returning id`,
).inTx.one;

/** One conversation per channel and person: first each returns to its own. */
export const returnToPeople = statement<{ ids: readonly number[] }>(
  'conversations.return_to_people',
  `update conversations c set person_id = p.person_id
   from (
     select conversation_id, person_id from conversation_parts where conversation_id = any (:ids::bigint[])
   ) p
   where c.id = any (:ids::bigint[]) and c.id = p.conversation_id and c.person_id <> p.person_id`,
).inTx.run;

/** The timers' job finds the exact time. Merged ones have none. */
const SAVE = statement<{ ids: readonly number[]; parts: string; shown: number; now: Date }>(
  'conversations.save_merge',
  `update conversations c set
     (person_id, ${STATE}) = row(i.person_id, ${STATE.replaceAll(/(\w+)/g, 'i.$1')}),
     merged_into = nullif(:shown::bigint, c.id), merges = c.merges + 1,
     ownership_version = c.ownership_version + 1,
     timer_at = case when c.id = :shown::bigint and i.owner_state <> 'closed' then :now::timestamptz end
   from jsonb_populate_recordset(null::conversation_parts, :parts::jsonb) i
   where c.id = any (:ids::bigint[]) and c.id = i.conversation_id`,
);

/** `shown`: the row id of the one that shows the others. */
export async function saveConversations(
  tx: Tx,
  parts: readonly Part[],
  { shown, now }: { shown: number; now: Date },
): Promise<void> {
  await SAVE.run(tx, { ids: parts.map(idOf), parts: JSON.stringify(parts), shown, now });
}

const DELETE_PARTS = statement<{ ids: readonly number[] }>(
  'conversations.delete_parts',
  'delete from conversation_parts where conversation_id = any (:ids::bigint[])',
);
const INSERT_PARTS = statement<{ parts: string }>(
  'conversations.insert_parts',
  `insert into conversation_parts
   select * from jsonb_populate_recordset(null::conversation_parts, :parts::jsonb)`,
);

/** A person alone has no parts. */
export async function replaceParts(
  tx: Tx,
  rows: readonly Row[],
  parts: readonly StoredPart[],
): Promise<void> {
  await DELETE_PARTS.run(tx, { ids: rows.map(idOf) });
  await INSERT_PARTS.run(tx, { parts: JSON.stringify(parts) });
}

/** The conversation has exactly these labels. A label may have been deleted. */
export const setLabels = statement<{ accountId: number; id: number; labelIds: readonly number[] }>(
  'conversations.set_labels_of_merge',
  `with removed as (
     delete from conversation_labels where conversation_id = :id and label_id <> all (:labelIds::bigint[])
   )
   insert into conversation_labels (conversation_id, label_id, account_id)
   select :id, l.id, :accountId::bigint from unnest(:labelIds::bigint[]) as w (id)
   cross join lateral (
     select id from labels where id = w.id and account_id = :accountId and deleted_at is null limit 1 for share
   ) l
   on conflict (conversation_id, label_id) do nothing`,
).inTx.run;

/** The job looks at all answers: a merge may hide a failure. */
export const noteUnsent = statement<{ id: number }>(
  'conversations.note_unsent_of_merge',
  'insert into unsent_answers (conversation_id) values (:id)',
).inTx.run;

const idOf = ({ conversation_id }: { conversation_id: number }) => conversation_id;
