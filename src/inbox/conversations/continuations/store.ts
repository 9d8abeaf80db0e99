import type { Identity, IdentityKind } from '../../../gateway/people/identity.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { OwnerState } from '../facets.ts';

/** Whose conversation on which device. */
export interface Place extends Identity {
  account_id: number;
  device_id: number;
}

const FIND = statement<
  {
    accountIds: readonly number[];
    deviceIds: readonly number[];
    kinds: readonly IdentityKind[];
    values: readonly string[];
  },
  { index: number; id: number }
>(
  'conversations.find_places',
  `select i.n::int - 1 as index, c.id
   from unnest(:accountIds::bigint[], :deviceIds::bigint[], :kinds::text[], :values::text[])
     with ordinality as i (account_id, device_id, kind, value, n)
   cross join lateral (
     select channel_id from devices where id = i.device_id and account_id = i.account_id offset 0
   ) d
   cross join lateral (
     select person_id from person_identities k
     where k.account_id = i.account_id and k.kind = i.kind and k.value = i.value limit 1
   ) k
   cross join lateral (select coalesce(merged_into, id) as id from people where id = k.person_id offset 0) p
   cross join lateral (
     select coalesce(merged_into, id) as id from conversations
     where person_id = p.id and channel_id = d.channel_id limit 1
   ) c`,
);

/** By index; none where nothing was written. */
export async function findPlaces(tx: Tx, places: readonly Place[]): Promise<Map<number, number>> {
  const rows = await FIND.all(tx, {
    accountIds: places.map(({ account_id }) => account_id),
    deviceIds: places.map(({ device_id }) => device_id),
    kinds: places.map(({ kind }) => kind),
    values: places.map(({ value }) => value),
  });
  return new Map(rows.map(({ index, id }) => [index, id]));
}

/** Beside the owner. */
export interface Side {
  id: number;
  conversation_uuid: string;
  account_id: number;
  episode: number;
  owner_state: OwnerState;
  automation_suppressed: boolean;
  /** The device that speaks for the number. */
  device_id: number | null;
  labels: string[];
}

export const readSides = statement<{ ids: readonly number[] }, Side>(
  'conversations.read_sides',
  `select c.id, c.conversation_uuid, c.account_id, c.episode, c.owner_state, c.automation_suppressed,
     (select device_id from channels where id = c.channel_id) as device_id, array(
       select n.name from conversation_labels l
       cross join lateral (select name, deleted_at from labels where id = l.label_id offset 0) n
       where l.conversation_id = c.id and n.deleted_at is null order by n.name
     ) as labels
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select * from conversations where id = i.id offset 0) c`,
).inTx.all;

/** Of a locked, open conversation. */
export const moveWait = statement<{ id: number; since: Date; now: Date }>(
  'conversations.move_wait',
  // The job of the timers finds the exact time.
  `update conversations set waiting_since = least(waiting_since, :since::timestamptz), timer_at = :now::timestamptz
   where id = :id`,
).inTx.run;
