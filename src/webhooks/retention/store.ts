import { sql } from 'kysely';
import type { Db } from '../../lib/db/db.ts';

/** What a step of the walk through the events, by id, has found. */
export interface Step {
  /** The last event of the step; null past the end. */
  last_id: number | null;
  /** How many of its events were old enough to go. */
  old: number;
  deleted: number;
}

/**
 * Looks at the next `limit` events after the id `after` and deletes those from before `olderThan` with their deliveries and attempts, except
 * events that are not fanned out yet or still wait for a webhook that takes them. Each step reads its own rows only, whatever the table holds.
 */
export async function deleteOldEvents(db: Db, after: number, limit: number, olderThan: Date): Promise<Step> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; is_old: boolean; fanned_out: boolean }>`
      select id, created_at < ${olderThan} as is_old, fanned_out from events
      where id > ${after} order by id limit ${limit}`.execute(tx);
    const old = rows.filter((row) => row.is_old);
    const ids = old.filter((row) => row.fanned_out).map((row) => row.id);
    const deleted = ids.length === 0 ? 0 : await deleteEvents(tx, ids);
    return { last_id: rows.at(-1)?.id ?? null, old: old.length, deleted };
  });
}

/** The locks come first, in a statement of their own: a replay holds its event, so the second statement sees its delivery or the replay no event. */
async function deleteEvents(tx: Db, ids: number[]): Promise<number> {
  await sql`select from events where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select id from unnest(${ids}::bigint[]) as one (id)
      where not exists (
        select from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.status = 'enabled'
        where d.event_id = one.id and d.status = 'pending'
      )
    ), deliveries as (
      delete from webhook_deliveries d using old where d.event_id = old.id returning d.id
    ), attempts as (
      delete from webhook_attempts a using deliveries where a.delivery_id = deliveries.id
    ), gone as (
      delete from events e using old where e.id = old.id returning 1
    )
    select count(*) as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Forgets the secrets that have stopped signing; answers of how many webhooks. */
export async function forgetOldSecrets(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhooks set previous_secrets = '{}', previous_secret_until = null
    where previous_secret_until <= ${now}`.execute(db);
  return Number(numAffectedRows);
}
