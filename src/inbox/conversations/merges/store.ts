import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Part, PartState } from './parts.ts';

export interface Row extends PartState {
  conversation_id: number;
  channel_id: number;
  person_id: number;
  merged_into: number | null;
  ownership_version: number;
}

/** A stored part. */
export interface StoredPart extends Part {
  version: number;
}

const STATE = `c.phone, c.owner_state, c.owner_since, c.owner_reason, c.assignee, c.bot_context_from, c.episode,
  c.unread, c.waiting_since, c.answering_since, c.answering_from, c.last_customer_at, c.last_human_at, c.last_at,
  c.snoozed_until, c.automation_suppressed`;

const LOCK = statement<{ personIds: readonly number[] }, { id: number }>(
  'conversations.lock_of_people',
  'select id from conversations where person_id = any (:personIds::bigint[]) order by id for no key update',
);
/** A separate statement sees what was written before the lock. */
const READ = statement<{ ids: readonly number[] }, Row>(
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
  `select c.conversation_id, c.person_id, c.version, c.last_in_id, to_jsonb(c.label_ids) as label_ids, ${STATE}
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select * from conversation_parts where conversation_id = i.id offset 0) c`,
);

/** Also merged ones, by id, with their parts. */
export async function lockConversations(
  tx: Tx,
  personIds: readonly number[],
): Promise<{ rows: Row[]; parts: Map<number, StoredPart> }> {
  const locked = await LOCK.all(tx, { personIds });
  const ids = locked.map(({ id }) => id);
  const rows = await READ.all(tx, { ids });
  const parts = await READ_PARTS.all(tx, { ids });
  return { rows, parts: new Map(parts.map((part) => [part.conversation_id, part])) };
}

const INSERT = statement<
  { accountId: number; channelId: number; personId: number; phone: string; now: Date },
  { id: number }
>(
  'conversations.insert_apart',
  `insert into conversations (account_id, channel_id, person_id, phone, owner_since, last_at, created_at)
   values (:accountId, :channelId, :personId, :phone, :now, :now, :now) returning id`,
);

/** A closed one. */
export async function insertConversation(
  tx: Tx,
  row: { accountId: number; channelId: number; personId: number; phone: string; now: Date },
): Promise<number> {
  return (await INSERT.one(tx, row)).id;
}

/** One conversation per channel and person: first each returns to its own. */
const RETURN = statement<{ ids: readonly number[]; personIds: readonly number[] }>(
  'conversations.return_to_people',
  `update conversations c set person_id = o.person_id
   from unnest(:ids::bigint[], :personIds::bigint[]) as o (id, person_id)
   where c.id = any (:ids::bigint[]) and c.id = o.id and c.person_id <> o.person_id`,
);

export async function returnToPeople(
  tx: Tx,
  parts: readonly { conversation_id: number; person_id: number }[],
): Promise<void> {
  await RETURN.run(tx, {
    ids: parts.map(({ conversation_id }) => conversation_id),
    personIds: parts.map(({ person_id }) => person_id),
  });
}

export interface Saved extends PartState {
  conversation_id: number;
  person_id: number;
  merged_into: number | null;
}

interface StateColumns {
  ids: readonly number[];
  personIds: readonly number[];
  phones: readonly string[];
  ownerStates: readonly string[];
  ownerSinces: readonly Date[];
  ownerReasons: readonly (string | null)[];
  assignees: readonly (string | null)[];
  contexts: readonly (number | null)[];
  episodes: readonly number[];
  unreads: readonly number[];
  waitings: readonly (Date | null)[];
  answerings: readonly (Date | null)[];
  answers: readonly (number | null)[];
  customerAts: readonly (Date | null)[];
  humanAts: readonly (Date | null)[];
  lastAts: readonly Date[];
  snoozes: readonly (Date | null)[];
  suppressed: readonly boolean[];
}

const GIVEN = `unnest(:ids::bigint[], :personIds::bigint[], :phones::text[], :ownerStates::text[],
    :ownerSinces::timestamptz[], :ownerReasons::text[], :assignees::text[], :contexts::bigint[], :episodes::int[],
    :unreads::int[], :waitings::timestamptz[], :answerings::timestamptz[], :answers::bigint[],
    :customerAts::timestamptz[], :humanAts::timestamptz[],
    :lastAts::timestamptz[], :snoozes::timestamptz[], :suppressed::boolean[]`;
const NAMES = `id, person_id, phone, owner_state, owner_since, owner_reason, assignee, bot_context_from, episode,
    unread, waiting_since, answering_since, answering_from, last_customer_at, last_human_at, last_at, snoozed_until,
    automation_suppressed`;

/** The timers' job finds the exact time. Merged ones have none. */
const SAVE = statement<
  StateColumns & { roots: readonly (number | null)[]; now: Date },
  { id: number; ownership_version: number }
>(
  'conversations.save_merge',
  `update conversations c set
     person_id = i.person_id, merged_into = i.merged_into, merges = c.merges + 1,
     ownership_version = c.ownership_version + 1, phone = i.phone, owner_state = i.owner_state,
     owner_since = i.owner_since, owner_reason = i.owner_reason, assignee = i.assignee,
     bot_context_from = i.bot_context_from, episode = i.episode, unread = i.unread, waiting_since = i.waiting_since,
     answering_since = i.answering_since, answering_from = i.answering_from,
     last_customer_at = i.last_customer_at, last_human_at = i.last_human_at, last_at = i.last_at,
     snoozed_until = case when i.merged_into is null then i.snoozed_until end,
     automation_suppressed = i.automation_suppressed,
     timer_at = case when i.merged_into is null and i.owner_state <> 'closed'
       then :now::timestamptz end
   from ${GIVEN}, :roots::bigint[]) as i (${NAMES}, merged_into)
   where c.id = any (:ids::bigint[]) and c.id = i.id
   returning c.id, c.ownership_version`,
);

/** Returns the new versions. */
export async function saveConversations(
  tx: Tx,
  rows: readonly Saved[],
  now: Date,
): Promise<Map<number, number>> {
  const roots = rows.map(({ merged_into }) => merged_into);
  const saved = await SAVE.all(tx, { ...columnsOf(rows), roots, now });
  return new Map(saved.map(({ id, ownership_version }) => [id, ownership_version]));
}

const DELETE_PARTS = statement<{ ids: readonly number[] }>(
  'conversations.delete_parts',
  'delete from conversation_parts where conversation_id = any (:ids::bigint[])',
);
const INSERT_PARTS = statement<
  StateColumns & {
    versions: readonly number[];
    lastIns: readonly (number | null)[];
    labelIds: readonly string[];
  }
>(
  'conversations.insert_parts',
  `insert into conversation_parts (conversation_id, person_id, phone, owner_state, owner_since, owner_reason, assignee,
     bot_context_from, episode, unread, waiting_since, answering_since, answering_from, last_customer_at, last_human_at,
     last_at, snoozed_until, automation_suppressed, version, last_in_id, label_ids)
   select ${NAMES}, version, last_in_id, label_ids::bigint[]
   from ${GIVEN}, :versions::bigint[], :lastIns::bigint[], :labelIds::text[])
     as i (${NAMES}, version, last_in_id, label_ids)`,
);

export async function replaceParts(
  tx: Tx,
  ids: readonly number[],
  parts: readonly StoredPart[],
): Promise<void> {
  await DELETE_PARTS.run(tx, { ids });
  await INSERT_PARTS.run(tx, {
    ...columnsOf(parts),
    versions: parts.map(({ version }) => version),
    lastIns: parts.map(({ last_in_id }) => last_in_id),
    labelIds: parts.map(({ label_ids }) => `{${label_ids.join()}}`),
  });
}

function columnsOf(
  rows: readonly (PartState & { conversation_id: number; person_id: number })[],
): StateColumns {
  return {
    ids: rows.map((row) => row.conversation_id),
    personIds: rows.map((row) => row.person_id),
    phones: rows.map((row) => row.phone),
    ownerStates: rows.map((row) => row.owner_state),
    ownerSinces: rows.map((row) => row.owner_since),
    ownerReasons: rows.map((row) => row.owner_reason),
    assignees: rows.map((row) => row.assignee),
    contexts: rows.map((row) => row.bot_context_from),
    episodes: rows.map((row) => row.episode),
    unreads: rows.map((row) => row.unread),
    waitings: rows.map((row) => row.waiting_since),
    answerings: rows.map((row) => row.answering_since),
    answers: rows.map((row) => row.answering_from),
    customerAts: rows.map((row) => row.last_customer_at),
    humanAts: rows.map((row) => row.last_human_at),
    lastAts: rows.map((row) => row.last_at),
    snoozes: rows.map((row) => row.snoozed_until),
    suppressed: rows.map((row) => row.automation_suppressed),
  };
}

interface LabelPairs {
  ids: readonly number[];
  labelIds: readonly number[];
}

const REMOVE_LABELS = statement<LabelPairs & { shown: readonly number[] }>(
  'conversations.remove_labels_of_merge',
  `delete from conversation_labels l
   where l.conversation_id = any (:shown::bigint[]) and not exists (
     select from unnest(:ids::bigint[], :labelIds::bigint[]) as w (id, label_id)
     where w.id = l.conversation_id and w.label_id = l.label_id
   )`,
);
/** A label may have been deleted. */
const ADD_LABELS = statement<LabelPairs & { accountId: number }>(
  'conversations.add_labels_of_merge',
  `insert into conversation_labels (conversation_id, label_id, account_id)
   select w.id, w.label_id, :accountId::bigint
   from unnest(:ids::bigint[], :labelIds::bigint[]) as w (id, label_id)
   cross join lateral (
     select from labels where id = w.label_id and account_id = :accountId and deleted_at is null limit 1 for share
   ) l
   on conflict (conversation_id, label_id) do nothing`,
);

/** These conversations have exactly these labels. */
export async function setLabels(
  tx: Tx,
  accountId: number,
  shown: readonly { conversation_id: number; label_ids: readonly number[] }[],
): Promise<void> {
  const pairs = shown.flatMap(({ conversation_id, label_ids }) =>
    label_ids.map((labelId) => ({ id: conversation_id, labelId })),
  );
  const columns = { ids: pairs.map(({ id }) => id), labelIds: pairs.map(({ labelId }) => labelId) };
  await REMOVE_LABELS.run(tx, { ...columns, shown: shown.map(({ conversation_id }) => conversation_id) });
  await ADD_LABELS.run(tx, { ...columns, accountId });
}

const NOTE = statement<{
  ids: readonly number[];
  kind: string;
  actor: string;
  details: string;
  now: Date;
}>(
  'conversations.note_merge',
  `insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
   select c.account_id, c.id, c.episode, :kind, :actor, :details::jsonb, :now::timestamptz
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select id, account_id, episode from conversations where id = i.id offset 0) c
   order by c.id`,
);

export async function noteMerge(
  tx: Tx,
  ids: readonly number[],
  event: { kind: 'merged' | 'unmerged'; actor: string; people: { person_id: string; merged_into: string } },
  now: Date,
): Promise<void> {
  const { people, ...rest } = event;
  await NOTE.run(tx, { ids, ...rest, details: JSON.stringify(people), now });
}

const NOTE_UNSENT = statement<{ ids: readonly number[] }>(
  'conversations.note_unsent_of_merge',
  'insert into unsent_answers (conversation_id) select unnest(:ids::bigint[])',
);

/** The job looks at all answers: a merge may hide a failure. */
export async function noteUnsent(tx: Tx, ids: readonly number[]): Promise<void> {
  await NOTE_UNSENT.run(tx, { ids });
}
