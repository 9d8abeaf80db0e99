import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { CONVERSATION_OF } from '../conversation-of.ts';
import { namesIn } from './lexemes.ts';

/** Longer texts are found by their beginning. */
const MAX_BODY = 20_000;
/** Of a conversation that begins after messages to its number. */
const MAX_EARLIER = 1_000;
/** Of all conversations of one transaction. */
const MAX_ALL_EARLIER = 2_000;
const RECENT_SPANS = 10;
/** Characters per transaction: text erasure waits for it. */
const MAX_TEXT = 250_000;

/** Also finds words joined by signs, as in `10rb/pcs`. Needs `m` and `file`. */
const TEXT = `concat_ws(' ', m.body, file.name, case when concat(m.body, file.name) ~ '[./_-]'
    then translate(concat_ws(' ', m.body, file.name), './_-', '    ') end)`;
/** In the order of the rows. */
const EARLIER_TEXT = (order: string) =>
  `coalesce(sum(length(body)) over (${order} rows between unbounded preceding and 1 preceding), 0)`;
const FILE = `
  left join lateral (
    select file_name as name from message_media where message_id = m.id offset 0
  ) file on true`;
const HAS_TEXT = `(m.body <> '' or file.name <> '')`;
const WORDS = `strip(to_tsvector('simple', r.text))
      || ${namesIn({ account: 'r.account_id', conversation: 'r.conversation_id', message: 'r.id' })}`;

interface Read {
  read: number;
}

/** `behind`: messages or conversations after the last goal exist. */
export interface State {
  has_goal: boolean;
  has_xid: boolean;
  is_behind: boolean;
}

export const readState = statement<Record<string, never>, State>(
  'conversations.read_search_state',
  `select p.goal_message_id is not null as has_goal, p.goal_xid is not null as has_xid,
     p.message_id < coalesce((select id from messages order by id desc limit 1), 0)
       or p.conversation_id < coalesce((select id from conversations order by id desc limit 1), 0) as is_behind
   from search_progress p`,
).one;
/** By ids, which have gaps. */
export const readLag = statement<Record<string, never>, { behind: number }>(
  'conversations.read_search_lag',
  `select coalesce((select id from messages order by id desc limit 1), 0) - p.message_id as behind
   from search_progress p`,
).one;
/** The ids up to which the next batches go. */
export const setGoal = statement(
  'conversations.set_search_goal',
  `update search_progress set
     goal_message_id = (select id from messages order by id desc limit 1),
     goal_conversation_id = (select id from conversations order by id desc limit 1),
     goal_xid = null
   where only_row and goal_message_id is null`,
).run;
/**
 * After `setGoal`: transactions take an id before a number, so all with ids below the goal have
 * numbers now.
 */
export const setGoalXid = statement(
  'conversations.set_search_goal_xid',
  `update search_progress set goal_xid = pg_snapshot_xmax(pg_current_snapshot())::text::bigint
   where only_row and goal_message_id is not null and goal_xid is null`,
).run;
export const closeGoal = statement(
  'conversations.close_search_goal',
  `update search_progress set goal_message_id = null, goal_conversation_id = null, goal_xid = null
   where only_row and message_id >= goal_message_id and conversation_id >= coalesce(goal_conversation_id, 0)`,
).run;

/** The numbers of transactions are of another server. */
export const restartIndex = statement(
  'conversations.restart_search',
  'update search_progress set goal_message_id = null, goal_conversation_id = null, goal_xid = null',
).inTx.run;

const LOCK = statement<Record<string, never>, { locked: number }>(
  'conversations.lock_search_progress',
  'select 1 as locked from search_progress where only_row for update skip locked',
);

/** The row is locked by `lockProgress`. */
const READY = `
  progress as materialized (
    select message_id, conversation_id, goal_message_id, goal_conversation_id from search_progress
    where only_row and goal_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  )`;

/** SQL: texts of messages `m` of the CTE `batch`. */
const TEXTS_OF_BATCH = `
    select m.id, m.account_id, ${TEXT} as text, c.conversation_id from batch m
    ${FILE}
    ${CONVERSATION_OF}
    where ${HAS_TEXT}`;

const INDEX_MESSAGES = statement<{ batch: number }, Read>(
  'conversations.index_messages',
  `with ${READY}, batch as materialized (
    select * from (
      select m.*, ${EARLIER_TEXT('order by m.id')} as earlier from progress p
      cross join lateral (
        select id, account_id, device_id, phone, left(body, ${MAX_BODY}) as body from messages
        where id > p.message_id and id <= p.goal_message_id order by id limit :batch
      ) m
    ) m where earlier < ${MAX_TEXT}
  ), r as materialized (
${TEXTS_OF_BATCH}
  ), stored as (
    insert into search_texts (message_id, account_id, conversation_id, words)
    select r.id, r.account_id, r.conversation_id, ${WORDS} from r
    on conflict (message_id) do nothing
  ), moved as (
    update search_progress p set message_id = (select max(id) from batch)
    where p.only_row and exists (select from batch)
  )
  select count(*)::int as read from batch`,
);

const INDEX_RANGE = statement<{ after: number; until: number; limit: number }, { last: number | null }>(
  'conversations.index_range',
  `with batch as materialized (
    select id, account_id, device_id, phone, left(body, ${MAX_BODY}) as body from messages
    where id > :after and id <= :until order by id limit :limit
  ), r as materialized (
${TEXTS_OF_BATCH}
  ), stored as (
    insert into search_texts (message_id, account_id, conversation_id, words)
    select r.id, r.account_id, r.conversation_id, ${WORDS} from r
    on conflict (message_id) do nothing
  )
  select max(id) as last from batch`,
);

/** Messages that were stored under lower ids than the indexer reads. Bounds: row ids, the first one is excluded. */
export async function indexRange(tx: Tx, range: { after: number; until: number }): Promise<void> {
  for (let after: number | null = range.after; after !== null; )
    ({ last: after } = await INDEX_RANGE.one(tx, { ...range, after, limit: MAX_EARLIER }));
}

/** Stops when the texts become too long, but takes one conversation. */
const INDEX_CONVERSATIONS = statement<{ batch: number }, Read>(
  'conversations.index_conversations',
  `with recursive ${READY}, walk as (
    select 0 as number, conversation_id as id, null::bigint as account_id, '{}'::bigint[] as message_ids,
      0::bigint as characters, 0::bigint as messages
    from progress
    union all
    select w.number + 1, c.id, c.account_id, m.ids, w.characters + m.characters, w.messages + m.messages
    from walk w cross join progress p
    cross join lateral (
      select id, account_id, channel_id, phone from conversations
      where id > w.id and id <= p.goal_conversation_id order by id limit 1
    ) c
    cross join lateral (
      select array_agg(id) as ids, coalesce(sum(length(body)), 0) as characters, count(*) as messages from (
        select id, body, ${EARLIER_TEXT('order by id desc')} as earlier from (
          select m.id, m.body from (
            select device_id, from_message_id, until_message_id from channel_devices
            where channel_id = c.channel_id order by from_message_id desc limit ${RECENT_SPANS}
          ) s
          cross join lateral (
            select distinct phone from unnest(array[c.phone, kurir_first_spelling(c.phone),
              kurir_second_spelling(kurir_first_spelling(c.phone))]) as phone
          ) spelling
          cross join lateral (
            select id, left(body, ${MAX_BODY}) as body from messages
            where device_id = s.device_id and phone = spelling.phone and length(phone) <= 512
              and id > s.from_message_id and id <= coalesce(s.until_message_id, id)
            order by id desc limit ${MAX_EARLIER}
          ) m
          order by m.id desc limit ${MAX_EARLIER}
        ) newest
      ) m where earlier < ${MAX_TEXT}
    ) m
    where w.number < :batch and w.characters <= ${MAX_TEXT} and w.messages <= ${MAX_ALL_EARLIER}
  ), batch as materialized (
    select id, account_id, message_ids from walk
    where number = 1 or number > 1 and characters <= ${MAX_TEXT} and messages <= ${MAX_ALL_EARLIER}
  ), r as materialized (
    select m.id, c.account_id, ${TEXT} as text, c.id as conversation_id from batch c
    cross join lateral unnest(c.message_ids) as earlier (id)
    cross join lateral (
      select id, left(body, ${MAX_BODY}) as body from messages where id = earlier.id offset 0
    ) m
    ${FILE}
    where ${HAS_TEXT}
  ), stored as (
    insert into search_texts (message_id, account_id, conversation_id, words)
    select distinct on (r.id) r.id, r.account_id, r.conversation_id, ${WORDS} from r
    on conflict (message_id) do nothing
  ), moved as (
    update search_progress p set conversation_id = (select max(id) from batch)
    where p.only_row and exists (select from batch)
  )
  select count(*)::int as read from batch`,
);

const AWAIT_PROGRESS = statement(
  'conversations.await_search_progress',
  'select from search_progress where only_row for update',
);
const INDEX_AGAIN = statement<{ ids: readonly number[] }>(
  'conversations.index_messages_again',
  `with batch as materialized (
    select id, account_id, device_id, phone, left(body, ${MAX_BODY}) as body from messages
    where id = any (:ids::bigint[])
  ), r as materialized (${TEXTS_OF_BATCH}
  )
  insert into search_texts (message_id, account_id, conversation_id, words)
  select r.id, r.account_id, r.conversation_id, ${WORDS} from r order by r.id
  on conflict (message_id) do update set words = excluded.words`,
);

/** Waits for a batch with the earlier texts. Call it after the locks of conversations. */
export async function indexAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  await AWAIT_PROGRESS.run(tx, {});
  await INDEX_AGAIN.run(tx, { ids });
}

const HAS_TRIGRAMS = statement<Record<string, never>, { has: boolean }>(
  'conversations.has_trigrams',
  `select to_regclass('people_name_parts') is not null as has`,
);

/**
 * False: another process works. A separate statement, so that the batch after it does not see a text whose erasure has
 * had the lock.
 */
export async function lockProgress(tx: Tx): Promise<boolean> {
  return (await LOCK.first(tx, {})) !== undefined;
}

/** 0: at the goal, or waiting for open transactions. */
export async function indexMessages(db: Tx, batch: number): Promise<number> {
  return (await INDEX_MESSAGES.one(db, { batch })).read;
}

/** With the messages before the conversation, such as of a broadcast. */
export async function indexConversations(db: Tx, batch: number): Promise<number> {
  return (await INDEX_CONVERSATIONS.one(db, { batch })).read;
}

export async function hasTrigrams(db: Db): Promise<boolean> {
  return (await HAS_TRIGRAMS.one(db, {})).has;
}
