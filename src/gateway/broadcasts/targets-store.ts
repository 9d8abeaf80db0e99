import { planEachTime, type Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { type FilterParams, readPlaces } from '../contacts/filter.ts';
import { recipientsWhere } from '../messages/queue/broadcast-messages.ts';
import type { BroadcastType } from './message-fields.ts';
import { IN_STAGE, STAGES, type Wave } from './recipients/stages.ts';
import type { BroadcastRow } from './store.ts';

/** Sequence numbers, and so at most recipients, per row of `broadcast_targets`. */
const CHUNK = 1_024;

export interface NewBroadcast {
  account_id: number;
  device_id: number;
  name: string;
  template: string;
  /** JSON. */
  approved: string | null;
  type: BroadcastType;
  file_id: string | null;
  seed: number;
  delay_min_seconds: number;
  delay_max_seconds: number;
  status: 'draft' | 'scheduled';
  retry_of: number | null;
  next_at: Date;
  scheduled_at: Date | null;
  created_at: Date;
  /** JSON. */
  quiet_hours: string | null;
}

/** Recipients of an earlier broadcast, by what became of their messages until now. */
export interface Earlier {
  id: number;
  wave: Wave;
  leavesWhenClaimed: boolean;
}

/** The union of tags and contacts, or an earlier broadcast, or a filter. */
export interface Targets {
  tags: readonly string[];
  contactIds: readonly number[];
  earlier: Earlier | null;
  filter: FilterParams | null;
}

export interface TargetParams {
  tag_ids: readonly number[];
  /** An array literal: the driver takes several times as long to quote 500,000 ids. */
  contact_ids: string;
  /** An array literal, too. */
  places: string;
  earlier_id: number | null;
  wave: Wave | null;
  leavesWhenClaimed: boolean;
}

const TAGGED =
  'select place from contact_tags where account_id = :account_id and tag_id = any (:tag_ids::bigint[])';
const NAMED =
  'select place from contacts where account_id = :account_id and id = any (:contact_ids::bigint[])';

/**
 * SQL: recipients whose messages meet the condition. `offset 0` makes PostgreSQL unpack each row once and scan its
 * messages once.
 */
const contactsWhere = (broadcastIds: string, condition: string) => `
  select t.contacts[m.broadcast_place - t.first_place + 1] as place
  from (
    select broadcast_id, first_place, contacts || '{}'::bigint[] as contacts from broadcast_targets
    where broadcast_id = any (array(${broadcastIds})) offset 0
  ) t
  cross join lateral (
    ${recipientsWhere('t.broadcast_id', 't.first_place', 't.first_place + cardinality(t.contacts)', condition)}
    offset 0
  ) m`;

const inWave = STAGES.map((stage) => `when '${stage}' then ${IN_STAGE[stage]}`).join('\n');
const OF_EARLIER = `
  select unnest(contacts) as place from broadcast_targets where broadcast_id = :earlier_id and :wave::text = 'all'
  union all
  ${contactsWhere(`select :earlier_id::bigint where :wave::text <> 'all'`, `case :wave::text ${inWave} end`)}`;

/** SQL. A contact with several targets is selected several times. */
export const TARGETED = {
  tags: TAGGED,
  contacts: NAMED,
  tags_and_contacts: `${TAGGED} union all ${NAMED}`,
  earlier: OF_EARLIER,
  places: 'select unnest(:places::bigint[]) as place',
};
export type TargetKind = keyof typeof TARGETED;

const FIND_TAGS = statement<{ account_id: number; names: readonly string[] }, { id: number }>(
  'broadcasts.find_tags',
  'select id from tags where account_id = :account_id and name = any (:names::text[])',
);

export interface Resolved {
  kind: TargetKind;
  params: TargetParams;
}

/**
 * Tags become ids, because PostgreSQL has statistics on ids and plans for one contact as well as for a million. Call it
 * after `planEachTime`.
 */
export async function resolveTargets(
  tx: Tx,
  accountId: number,
  { tags, contactIds, earlier, filter }: Targets,
): Promise<Resolved> {
  const rows = await FIND_TAGS.all(tx, { account_id: accountId, names: tags });
  const params = {
    tag_ids: rows.map(({ id }) => id),
    contact_ids: `{${contactIds.join()}}`,
    places: filter ? await readPlaces(tx, filter) : '{}',
    earlier_id: earlier?.id ?? null,
    wave: earlier?.wave ?? null,
    leavesWhenClaimed: earlier?.leavesWhenClaimed ?? false,
  };
  if (earlier) return { kind: 'earlier', params };
  if (filter) return { kind: 'places', params };
  if (contactIds.length === 0) return { kind: 'tags', params };
  return { kind: rows.length === 0 ? 'contacts' : 'tags_and_contacts', params };
}

/** SQL of common table expressions: `frozen` has the number of contacts of each row. */
const frozen = (contacts: string, id: string) => `
  chunk as (
    select place / ${CHUNK} as number, array_agg(distinct place order by place) as contacts
    from (${contacts}) targeted group by 1
  ), frozen as (
    insert into broadcast_targets (broadcast_id, first_place, contacts)
    select ${id}, sum(cardinality(contacts)) over (order by number) - cardinality(contacts), contacts from chunk
    returning cardinality(contacts) as contacts
  )`;

/** Inserts no row without contacts. */
const insertFrozen = <Params extends object>(name: string, contacts: string) =>
  statement<NewBroadcast & Params, BroadcastRow>(
    name,
    `with broadcast as materialized (
      select nextval(pg_get_serial_sequence('broadcasts', 'id')) as id
    ), ${frozen(contacts, '(select id from broadcast)')}
    insert into broadcasts (id, account_id, device_id, name, template, approved, type, file_id, seed,
      delay_min_seconds, delay_max_seconds, status, retry_of, total_recipients, next_at, scheduled_at, created_at,
      quiet_hours)
    overriding system value
    select (select id from broadcast), :account_id::bigint, :device_id::bigint, :name::text, :template::text,
      :approved::jsonb, :type::text, :file_id::uuid, :seed::bigint, :delay_min_seconds::int,
      :delay_max_seconds::int, :status::text, :retry_of::bigint, sum(contacts), :next_at::timestamptz,
      :scheduled_at::timestamptz, :created_at::timestamptz,
      :quiet_hours::jsonb
    from frozen having count(*) > 0
    returning *`,
  );

const INSERT_TO = {
  tags: insertFrozen<TargetParams>('broadcasts.insert_to_tags', TARGETED.tags),
  contacts: insertFrozen<TargetParams>('broadcasts.insert_to_contacts', TARGETED.contacts),
  tags_and_contacts: insertFrozen<TargetParams>(
    'broadcasts.insert_to_tags_and_contacts',
    TARGETED.tags_and_contacts,
  ),
  earlier: insertFrozen<TargetParams>('broadcasts.insert_to_earlier', TARGETED.earlier),
  places: insertFrozen<TargetParams>('broadcasts.insert_to_places', TARGETED.places),
};

/** Each contact once; undefined without a match. */
export async function insertBroadcast(
  tx: Tx,
  broadcast: NewBroadcast,
  targets: Targets,
): Promise<BroadcastRow | undefined> {
  await planEachTime(tx);
  const { kind, params } = await resolveTargets(tx, broadcast.account_id, targets);
  return INSERT_TO[kind].first(tx, { ...broadcast, ...params });
}

const UNFREEZE = statement<{ broadcast_id: number }>(
  'broadcasts.delete_targets',
  'delete from broadcast_targets where broadcast_id = :broadcast_id',
);

const refreeze = (name: string, contacts: string) =>
  statement<TargetParams & { account_id: number; broadcast_id: number }, { id: number }>(
    name,
    `with ${frozen(contacts, ':broadcast_id::bigint')}
    update broadcasts set total_recipients = (select sum(contacts) from frozen)
    where id = :broadcast_id and exists (select from frozen)
    returning id`,
  );

const REFREEZE_TO = {
  tags: refreeze('broadcasts.change_to_tags', TARGETED.tags),
  contacts: refreeze('broadcasts.change_to_contacts', TARGETED.contacts),
  tags_and_contacts: refreeze('broadcasts.change_to_tags_and_contacts', TARGETED.tags_and_contacts),
  earlier: refreeze('broadcasts.change_to_earlier', TARGETED.earlier),
  places: refreeze('broadcasts.change_to_places', TARGETED.places),
};

/** Of a locked broadcast that has claimed nothing. False without a match: then the transaction has to fail. */
export async function replaceTargets(
  tx: Tx,
  { id, account_id }: BroadcastRow,
  targets: Targets,
): Promise<boolean> {
  await planEachTime(tx);
  const { kind, params } = await resolveTargets(tx, account_id, targets);
  await UNFREEZE.run(tx, { broadcast_id: id });
  return (await REFREEZE_TO[kind].first(tx, { ...params, account_id, broadcast_id: id })) !== undefined;
}

const CANCELLED_RETRIES = `select id from broadcasts where retry_of = :retry_of and status = 'cancelled'`;
const OTHER_RETRIES = `select id from broadcasts where retry_of = :retry_of and status <> 'cancelled'`;

const INSERT_RETRY = insertFrozen<{ retry_of: number }>(
  'broadcasts.insert_retry',
  `${contactsWhere('select :retry_of::bigint', IN_STAGE.failed)}
   except
   select unnest(contacts) from broadcast_targets where broadcast_id = any (array(${OTHER_RETRIES}))
   except
   ${contactsWhere(CANCELLED_RETRIES, `error_code is distinct from 'broadcast_cancelled'`)}`,
);

/** Undefined without recipients. A cancelled retry counts for the recipients that it reached or failed to reach. */
export async function insertRetry(
  tx: Tx,
  broadcast: NewBroadcast & { retry_of: number },
): Promise<BroadcastRow | undefined> {
  await planEachTime(tx);
  return INSERT_RETRY.first(tx, broadcast);
}
