import type { Identity, IdentityKind } from '../../gateway/people/identity.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import type { Queryable } from '../../platform/lib/db/statement.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { Conflict } from '../../platform/lib/db/unavailable.ts';
import { timerOf } from './ownership/idle-times.ts';

/** Of one person to one device. */
export interface InboundGroup {
  account_id: number;
  device_id: number;
  /** The first is of the address; others are learned. */
  identities: readonly [Identity, ...Identity[]];
  /** As the last message has it. */
  phone: string;
  name: string | null;
  /** Without edits and replacements, which ask nothing new. */
  unread: number;
  /** Of these, what waits for an answer. */
  messages: number;
  /** Row id of the first message. */
  first_id: number | null;
  /** Of the first and of the last message. */
  since: Date | null;
  until: Date | null;
  /** By the last message: another agent holds the chat. Null: only edits. */
  standby: boolean | null;
  /** Of the last message or edit. */
  at: Date;
}

interface GroupColumns {
  accountIds: readonly number[];
  deviceIds: readonly number[];
  kinds: readonly IdentityKind[];
  values: readonly string[];
  phones: readonly string[];
  names: readonly (string | null)[];
  counts: readonly number[];
  unreads: readonly number[];
  firstIds: readonly (number | null)[];
  sinces: readonly (Date | null)[];
  untils: readonly (Date | null)[];
  ats: readonly Date[];
  standbys: readonly (boolean | null)[];
  /** With the group's number, from 1 on. */
  otherGroups: readonly number[];
  otherKinds: readonly IdentityKind[];
  otherValues: readonly string[];
}

/** Merged meanwhile: nothing is recorded. */
const MERGED = -1;

/**
 * All groups or none: none when something is missing, or merged meanwhile. Locks in one order,
 * after the people. None also where a rating was asked for, until it is judged. Closed conversations open; without
 * their automation they wait for staff (`leaves_bot`). The newest message names the person; a concurrent change wins.
 */
const RECORD = statement<
  GroupColumns & { isJudged: boolean; now: Date },
  { index: number; conversation_id: number; leaves_bot: boolean; is_asked: boolean }
>(
  'conversations.record_inbound',
  `with input as materialized (
    select * from unnest(:accountIds::bigint[], :deviceIds::bigint[], :kinds::text[], :values::text[], :phones::text[],
        :names::text[], :counts::int[], :firstIds::bigint[], :sinces::timestamptz[], :untils::timestamptz[],
        :ats::timestamptz[], :standbys::bool[], :unreads::int[])
      with ordinality as i (account_id, device_id, kind, value, phone, name, messages, first_id, since, until, at,
        standby, unread, n)
  ), found as materialized (
    select i.*, ch.automated, c.id as conversation_id, c.merges, k.person_id as holder, p.id as person_id,
      p.name as earlier_name
    from input i
    cross join lateral (select channel_id from devices where id = i.device_id offset 0) d
    cross join lateral (select automated from channels where id = d.channel_id offset 0) ch
    cross join lateral (
      select person_id from person_identities k
      where k.account_id = i.account_id and k.kind = i.kind and k.value = i.value limit 1
    ) k
    cross join lateral (
      select coalesce(merged_into, id) as id, name from people where id = k.person_id offset 0
    ) p
    cross join lateral (
      select id, merges from conversations c where c.person_id = p.id and c.channel_id = d.channel_id limit 1
    ) c
  ), unlearned as materialized (
    select o.n from unnest(:otherGroups::bigint[], :otherKinds::text[], :otherValues::text[]) as o (n, kind, value)
    join found f on f.n = o.n
    left join lateral (
      select (select coalesce(merged_into, id) from people where id = k.person_id) as person_id
      from person_identities k
      where k.account_id = f.account_id and k.kind = o.kind and k.value = o.value limit 1
    ) k on true
    where k.person_id is distinct from f.person_id
  ), change as materialized (
    select conversation_id, bool_or(automated) as automated, sum(messages)::int as messages,
      sum(unread)::int as unread, min(first_id) as first_id,
      min(since) as since, max(until) as until, max(at) as at, (array_agg(phone order by n desc))[1] as phone,
      (array_agg(standby order by n desc) filter (where standby is not null))[1] as standby, min(merges) as merges
    from found
    where (select count(*) from found) = (select count(*) from input) and not exists (select from unlearned)
    group by conversation_id
  ), locked as materialized (
    select id, owner_state, automation_suppressed, merges, last_customer_at is null as is_new,
      not :isJudged and coalesce(rating_until > :now, false) as is_asked
    from conversations
    where id = any (array(select conversation_id from change)) order by id for no key update
  ), merged as materialized (
    select l.id from locked l join change h on h.conversation_id = l.id where l.merges <> h.merges
  ), next as materialized (
    select h.*, asks.opens, asks.leaves_bot, asks.opens or asks.leaves_bot as moves,
      asks.opens or l.is_new and h.messages > 0 as begins,
      case when can.answer then 'bot' else 'human_waiting' end as owner_state
    from change h join locked l on l.id = h.conversation_id
    cross join lateral (select h.automated and not l.automation_suppressed as answer) can
    cross join lateral (
      select h.messages > 0 and l.owner_state = 'closed' as opens,
        h.messages > 0 and l.owner_state = 'bot' and not can.answer as leaves_bot
    ) asks
    where not exists (select from merged) and not exists (select from locked where is_asked)
  ), recorded as (
    update conversations c set
      phone = x.phone,
      unread = c.unread + x.unread,
      waiting_since = coalesce(c.waiting_since, x.since),
      last_customer_at = greatest(c.last_customer_at, x.until),
      last_at = greatest(c.last_at, x.at),
      standby_since = case when x.standby is null or x.until < c.last_customer_at then c.standby_since
        when x.standby then coalesce(c.standby_since, x.until) end,
      snoozed_until = case when x.messages = 0 then c.snoozed_until end,
      owner_state = case when x.moves then x.owner_state else c.owner_state end,
      ownership_version = c.ownership_version + x.moves::int,
      owner_since = case when x.moves then :now::timestamptz else c.owner_since end,
      owner_reason = case when x.opens then 'inbound' when x.leaves_bot then 'no_automation'
        else c.owner_reason end,
      -- Without a timer, staff had answered, or the timeline said "unanswered".
      timer_at = case when x.moves then ${timerOf('c.account_id', 'x.owner_state', ':now')}
        when c.snoozed_until is not null then :now
        when c.timer_at is null and x.messages > 0 then ${timerOf('c.account_id', 'c.owner_state', ':now')}
        else c.timer_at end,
      assignee = case when x.opens then null else c.assignee end,
      team_id = case when not x.opens then c.team_id end,
      episode = c.episode + x.opens::int,
      bot_context_from = case when not x.opens then c.bot_context_from
        when x.owner_state = 'bot' then x.first_id end
    from next x
    where c.id = any (array(select conversation_id from next)) and c.id = x.conversation_id
    returning c.id, c.account_id, c.episode, c.owner_state, x.moves, x.leaves_bot, x.begins,
      c.owner_state = 'bot' and c.standby_since is not null as is_silenced
  ), opened as (
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
    select account_id, id, episode, case when leaves_bot then 'handed_off' else 'opened' end,
      case when leaves_bot then 'system' else 'customer' end, jsonb_build_object('owner_state', owner_state),
      :now::timestamptz
    from recorded where moves order by id
  ), sender as (
    insert into new_senders (account_id, conversation_id)
    select r.account_id, r.id from recorded r
    cross join lateral (select senders_as_contacts from accounts where id = r.account_id offset 0) a
    where r.begins and a.senders_as_contacts order by r.id
  ), renamed as materialized (
    select distinct on (holder) holder as id, name from found
    where name is not null and name is distinct from earlier_name and exists (select from next) order by holder, n desc
  ), renamable as materialized (
    select id from people where id = any (array(select id from renamed)) order by id for no key update skip locked
  ), named as (
    update people p set name = r.name from renamed r
    where p.id = any (array(select id from renamable)) and p.id = r.id
  )
  select f.n::int - 1 as index, r.id as conversation_id, r.leaves_bot or r.is_silenced as leaves_bot, false as is_asked
  from found f join recorded r on r.id = f.conversation_id
  union all select ${MERGED}, id, false, false from merged
  union all select f.n::int - 1, l.id, false, true from locked l join found f on f.conversation_id = l.id
  where l.is_asked and not exists (select from merged)`,
);

/**
 * `areAll` false: something is missing, nothing recorded. `asked`: likewise, because a rating was asked for in the
 * conversations of these groups, by index. Throws Conflict after a merge: the locks are out of order.
 */
export async function recordInbound(
  tx: Queryable,
  groups: readonly InboundGroup[],
  { now, isJudged }: { now: Date; isJudged: boolean },
): Promise<Recorded> {
  const others = groups.flatMap(({ identities: [, ...rest] }, index) =>
    rest.map((identity) => ({ ...identity, group: index + 1 })),
  );
  const rows = await RECORD.all(tx, {
    accountIds: groups.map((group) => group.account_id),
    deviceIds: groups.map((group) => group.device_id),
    kinds: groups.map(({ identities: [{ kind }] }) => kind),
    values: groups.map(({ identities: [{ value }] }) => value),
    phones: groups.map((group) => group.phone),
    names: groups.map((group) => group.name),
    counts: groups.map((group) => group.messages),
    unreads: groups.map((group) => group.unread),
    firstIds: groups.map((group) => group.first_id),
    sinces: groups.map((group) => group.since),
    untils: groups.map((group) => group.until),
    ats: groups.map((group) => group.at),
    standbys: groups.map((group) => group.standby),
    otherGroups: others.map(({ group }) => group),
    otherKinds: others.map(({ kind }) => kind),
    otherValues: others.map(({ value }) => value),
    isJudged,
    now,
  });
  if (rows.some(({ index }) => index === MERGED)) throw new Conflict('people were merged');
  const left = rows.filter(({ leaves_bot }) => leaves_bot).map(({ conversation_id }) => conversation_id);
  const asked = rows.flatMap(({ index, conversation_id: id, is_asked }) =>
    is_asked ? [[index, id] as const] : [],
  );
  const areAll = asked.length === 0 && rows.length === groups.length;
  return { areAll, leftBot: [...new Set(left)], asked: new Map(asked) };
}

export interface Recorded {
  areAll: boolean;
  leftBot: number[];
  /** Conversations by group. */
  asked: ReadonlyMap<number, number>;
}

export interface NewConversation {
  account_id: number;
  device_id: number;
  person_id: number;
  phone: string;
  /** Time of its first activity. */
  at: Date;
}

/** In one order against deadlocks. Existing conversations stay as they are. */
const INSERT = statement<{
  accountIds: readonly number[];
  deviceIds: readonly number[];
  personIds: readonly number[];
  phones: readonly string[];
  ats: readonly Date[];
  now: Date;
}>(
  'conversations.insert',
  `insert into conversations (account_id, channel_id, person_id, phone, owner_since, last_at, created_at)
   select distinct on (i.person_id, d.channel_id) i.account_id, d.channel_id, i.person_id, i.phone,
     :now::timestamptz, i.at, :now::timestamptz
   from unnest(:accountIds::bigint[], :deviceIds::bigint[], :personIds::bigint[], :phones::text[],
     :ats::timestamptz[]) as i (account_id, device_id, person_id, phone, at)
   cross join lateral (select channel_id from devices where id = i.device_id offset 0) d
   order by i.person_id, d.channel_id, i.at
   on conflict (person_id, channel_id) do nothing`,
);
const FIND_IDS = statement<
  { deviceIds: readonly number[]; personIds: readonly number[] },
  { index: number; id: number }
>(
  'conversations.find_ids',
  `select i.n::int - 1 as index, c.id
   from unnest(:deviceIds::bigint[], :personIds::bigint[]) with ordinality as i (device_id, person_id, n)
   cross join lateral (select channel_id from devices where id = i.device_id offset 0) d
   cross join lateral (
     select id from conversations c where c.person_id = i.person_id and c.channel_id = d.channel_id limit 1
   ) c
   order by i.n`,
);

export async function insertConversations(
  tx: Tx,
  rows: readonly NewConversation[],
  now: Date,
): Promise<void> {
  await INSERT.run(tx, {
    accountIds: rows.map((row) => row.account_id),
    deviceIds: rows.map((row) => row.device_id),
    personIds: rows.map((row) => row.person_id),
    phones: rows.map((row) => row.phone),
    ats: rows.map((row) => row.at),
    now,
  });
}

/** In the order of the rows. */
export async function findIds(tx: Tx, rows: readonly NewConversation[]): Promise<number[]> {
  const found = await FIND_IDS.all(tx, {
    deviceIds: rows.map((row) => row.device_id),
    personIds: rows.map((row) => row.person_id),
  });
  // By position: a missing one would mix up people.
  if (found.length !== rows.length) throw new Error('a conversation is missing although it was made');
  return found.map(({ id }) => id);
}

const NOTE_IMPORTED = statement<{
  ids: readonly number[];
  ats: readonly Date[];
  customerAts: readonly (Date | null)[];
}>(
  'conversations.note_imported',
  `with given as materialized (
    select id, max(at) as at, max(customer_at) as customer_at
    from unnest(:ids::bigint[], :ats::timestamptz[], :customerAts::timestamptz[]) as g (id, at, customer_at) group by id
  ), locked as materialized (
    select id from conversations where id = any (array(select id from given)) order by id for no key update
  )
  update conversations c set last_at = greatest(c.last_at, g.at),
    last_customer_at = greatest(c.last_customer_at, g.customer_at)
  from given g
  where c.id = any (array(select id from locked)) and c.id = g.id
    and (g.at > c.last_at or g.customer_at > coalesce(c.last_customer_at, '-infinity'))`,
);

/** Changes only the times of the last messages. */
export async function noteImported(
  tx: Tx,
  chats: readonly { id: number; at: Date; customer_at: Date | null }[],
): Promise<void> {
  await NOTE_IMPORTED.run(tx, {
    ids: chats.map(({ id }) => id),
    ats: chats.map(({ at }) => at),
    customerAts: chats.map(({ customer_at }) => customer_at),
  });
}
