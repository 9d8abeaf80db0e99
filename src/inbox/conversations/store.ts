import type { StoredValues } from '../../gateway/contacts/fields/values.ts';
import { seesChannel } from '../../gateway/devices/channels/channel.ts';
import type { EngineKind } from '../../gateway/engines/kinds.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { OwnerState } from './facets.ts';

export interface ConversationRow {
  id: number;
  conversation_uuid: string;
  account_id: number;
  channel_id: number;
  person_id: number;
  person_uuid: string;
  person_name: string | null;
  /** The device that speaks for the number now, or did last. */
  device_uuid: string | null;
  device_id: number | null;
  engine: EngineKind | null;
  phone: string;
  owner_state: OwnerState;
  ownership_version: number;
  owner_since: Date;
  owner_reason: string | null;
  assignee: string | null;
  /** Its name. */
  team: string | null;
  episode: number;
  unread: number;
  waiting_since: Date | null;
  /** Target of the answer that the customer waits for. Null: none. */
  answer_minutes: number | null;
  last_customer_at: Date | null;
  last_human_at: Date | null;
  last_at: Date;
  snoozed_until: Date | null;
  standby_since: Date | null;
  automation_suppressed: boolean;
  labels: string[];
  /** Own fields with a value, by their names. */
  fields: StoredValues;
  created_at: Date;
}

/** SQL of a conversation `c`: by answers of people. Those just sent are not in `answers` yet. */
export const ANSWER_MINUTES = `case when c.waiting_since is not null and c.standby_since is null
    and c.owner_state in ('human_waiting', 'human_active') then (
      select case when exists (
          select from answers where conversation_id = c.id and episode = c.episode and source <> 'bot'
        ) or exists (
          select from open_answers
          where conversation_id = c.id and episode = c.episode and source <> 'bot' and sent_at is not null
        ) then next_answer_minutes else first_answer_minutes end
      from accounts where id = c.account_id and coalesce(first_answer_minutes, next_answer_minutes) is not null
    ) end`;
const READ = `select c.id, c.conversation_uuid, c.account_id, c.channel_id, c.person_id, p.person_uuid,
    p.name as person_name, d.device_uuid, d.id as device_id, d.engine, c.phone, c.owner_state,
    c.ownership_version, c.owner_since, c.owner_reason, c.assignee, c.episode,
    (select case when deleted_at is null then name end from teams where id = c.team_id) as team,
    c.unread, c.waiting_since, ${ANSWER_MINUTES} as answer_minutes,
    c.last_customer_at, c.last_human_at, c.last_at, c.snoozed_until, c.standby_since,
    c.automation_suppressed, c.created_at, array(
      select n.name from conversation_labels l
      cross join lateral (select name, deleted_at from labels where id = l.label_id offset 0) n
      where l.conversation_id = c.id and n.deleted_at is null order by n.name
    ) as labels, coalesce((
      select kurir_contact_values(v.account_id, v.fields) from conversation_values v
      where v.conversation_id = c.id and v.fields is not null
    ), '{}') as fields`;
const PARTS = `
  cross join lateral (select person_uuid, name from people where id = c.person_id offset 0) p
  cross join lateral (select device_id from channels where id = c.channel_id offset 0) ch
  left join lateral (select id, device_uuid, engine from devices where id = ch.device_id limit 1) d on true`;

/** In the order of the ids. */
export const readConversations = statement<{ ids: readonly number[] }, ConversationRow>(
  'conversations.read',
  `${READ}
   from unnest(:ids::bigint[]) with ordinality as i (id, n)
   cross join lateral (select * from conversations where id = i.id offset 0) c ${PARTS}
   order by i.n`,
).all;
interface SightParams {
  accountId: number;
  deviceIds: readonly number[] | null;
}

const paramsOf = ({ id, deviceIds }: Sight): SightParams => ({ accountId: id, deviceIds });

/** A merged conversation is the one that shows it. */
const FIND = statement<SightParams & { uuid: string }, ConversationRow>(
  'conversations.find',
  `${READ}
   from (select id, merged_into, account_id from conversations where conversation_uuid = :uuid offset 0) found
   cross join lateral (
     select * from conversations where id = coalesce(found.merged_into, found.id) offset 0
   ) c ${PARTS}
   where found.account_id = :accountId
     and (:deviceIds::bigint[] is null or ch.device_id = any (:deviceIds::bigint[]))`,
);

export interface LockedConversation {
  id: number;
  account_id: number;
  channel_id: number;
  person_id: number;
  owner_state: OwnerState;
  episode: number;
  unread: number;
  snoozed_until: Date | null;
}

const LOCK = statement<SightParams & { uuid: string }, LockedConversation>(
  'conversations.lock',
  `select id, account_id, channel_id, person_id, owner_state, episode, unread, snoozed_until from conversations
   where merged_into is null and id = (
     select coalesce(merged_into, id) from conversations
     where conversation_uuid = :uuid::uuid and account_id = :accountId
   ) and ${seesChannel('channel_id')}
   for no key update`,
);
const LIST_OF_PERSON = statement<
  Pick<SightParams, 'deviceIds'> & { personId: number },
  { conversation_uuid: string }
>(
  'conversations.list_of_person',
  `select conversation_uuid from conversations
   where person_id = :personId and merged_into is null and ${seesChannel('channel_id')}
   order by id limit 200`,
);

export function findConversation(db: Db, account: Sight, uuid: string): Promise<ConversationRow | undefined> {
  return FIND.first(db, { ...paramsOf(account), uuid });
}

/** Undefined also for one that is merged while the statement waits for the lock. */
export function lockConversation(
  tx: Tx,
  account: Sight,
  uuid: string,
): Promise<LockedConversation | undefined> {
  return LOCK.first(tx, { ...paramsOf(account), uuid });
}

/** Their public ids. */
export async function listOfPerson(db: Db, { deviceIds }: Sight, personId: number): Promise<string[]> {
  const rows = await LIST_OF_PERSON.all(db, { deviceIds, personId });
  return rows.map(({ conversation_uuid }) => conversation_uuid);
}
