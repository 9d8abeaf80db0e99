import type { Actor } from '../../../platform/lib/actor.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';

/** Erased rows by kind. */
export type Counts = Record<string, number>;

export interface ErasureRow {
  id: number;
  erasure_uuid: string;
  account_id: number;
  /** Sealed: who is erased. Null: it has ended. */
  subject: Buffer | null;
  actor: Actor['type'];
  actor_id: string | null;
  requested_at: Date;
  last_message_id: number;
  /** Steps that have ended. */
  steps: number;
  place: string;
  counts: Counts;
  finished_at: Date | null;
}

export const insertErasure = statement<
  Pick<ErasureRow, 'erasure_uuid' | 'account_id' | 'actor' | 'actor_id' | 'requested_at'> & {
    subject: Buffer;
  },
  ErasureRow
>(
  'people.insert_erasure',
  `insert into erasures (erasure_uuid, account_id, subject, actor, actor_id, requested_at, last_message_id)
   values (:erasure_uuid, :account_id, :subject, :actor, :actor_id, :requested_at,
     coalesce(pg_sequence_last_value(pg_get_serial_sequence('messages', 'id')), 0))
   returning *`,
).inTx.one;

/** Their rows stay for conversations and figures, under new ids. */
const FORGET_PEOPLE = statement<{ ids: readonly number[] }>(
  'people.forget',
  `with identities as (
     delete from person_identities where person_id = any (:ids::bigint[])
   ), matches as (
     delete from person_matches where person_id = any (:ids::bigint[])
   ), others as (
     delete from person_matches where other_id = any (:ids::bigint[])
   ), merges as (
     delete from person_merges where person_id = any (:ids::bigint[])
   )
   update people set name = null, person_uuid = gen_random_uuid() where id = any (:ids::bigint[])`,
);

/** Under the lock of the account. */
export async function forgetPeople(tx: Tx, ids: readonly number[]): Promise<void> {
  await FORGET_PEOPLE.run(tx, { ids });
}

export const listWaiting = statement<NoParams, { account_id: number }>(
  'people.list_accounts_with_erasures',
  'select distinct account_id from erasures where finished_at is null',
).all;

/** The oldest, for the job of the account alone. */
export const findNext = statement<{ accountId: number }, ErasureRow & { subject: Buffer }>(
  'people.find_next_erasure',
  `select * from erasures where account_id = :accountId and finished_at is null order by id limit 1`,
).first;

export const saveErasure = statement<
  Pick<ErasureRow, 'id' | 'steps' | 'place' | 'finished_at'> & { counts: string }
>(
  'people.save_erasure',
  `update erasures set steps = :steps::int, place = :place, counts = :counts::jsonb, finished_at = :finished_at,
     subject = case when :finished_at::timestamptz is null then subject end
   where id = :id`,
).inTx.run;

export const findErasure = statement<{ accountId: number; uuid: string }, ErasureRow>(
  'people.find_erasure',
  'select * from erasures where account_id = :accountId and erasure_uuid = :uuid::uuid',
).first;

const LIST = statement<{ accountId: number; before: number | null; limit: number }, ErasureRow>(
  'people.list_erasures',
  `select * from erasures where account_id = :accountId and id < coalesce(:before::bigint, 9223372036854775807)
   order by id desc limit :limit::bigint`,
);

/** Newest first. */
export function listErasures(
  db: Queryable,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<ErasureRow[]> {
  return LIST.all(db, { accountId, before, limit });
}
