import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { FAILURES } from './failures.ts';
import { publicIdOf } from './public-ids.ts';
import { BATCH, lockPicked } from './settle-store.ts';
import { transition } from './transition.ts';

/** PostgreSQL intervals of the constants in evidence.ts. */
export interface Waits {
  status: string;
  callEnd: string;
  silence: string;
  gap: string;
}

const NOTE_LISTENING = statement<{ restarts: boolean; gap: string; now: Date }>(
  'queue.note_listening',
  `insert into official_listening as l (seen_at, since) values (:now, :now)
   on conflict (only_row) do update set
     seen_at = greatest(l.seen_at, :now),
     since = case when :restarts or l.seen_at < :now::timestamptz - :gap::interval then :now else l.since end`,
);

/** `restarts`: callbacks may be missed since the last sign. */
export async function noteListening(
  db: Queryable,
  { restarts, gap }: { restarts: boolean; gap: string },
  now: Date,
): Promise<void> {
  await NOTE_LISTENING.run(db, { restarts, gap, now });
}

/** A callback reported the message with this reserved id. */
export interface Report {
  device_id: number;
  reference: string;
  at: Date;
}

/**
 * `not_before` is the time of the mark, so a later one means: sent later. Limited to devices with unresolved or running
 * calls.
 */
const NOTE_EVIDENCE = statement<{
  deviceIds: readonly number[];
  references: readonly string[];
  times: readonly Date[];
  now: Date;
}>(
  'queue.note_evidence',
  `with unresolved as materialized (
    select id, device_id, not_before from messages
    where due and maybe_written and not_before > :now and evidence_at is null
  ), reported as materialized (
    select r.device_id, r.at, m.not_before
    from unnest(:deviceIds::bigint[], :references::text[], :times::timestamptz[]) as r (device_id, reference, at)
    cross join lateral (
      select not_before from messages where device_id = r.device_id and reserved_wa_id = r.reference offset 0
    ) m
    where r.device_id in (select device_id from unresolved)
  ), proven as materialized (
    select u.id, u.not_before, min(r.at) as at
    from unresolved u join reported r on r.device_id = u.device_id and r.not_before > u.not_before
    group by u.id, u.not_before
  ), locked as materialized (
    select id, due, maybe_written, not_before from messages
    where id = any (array(select id from proven)) order by id for update skip locked
  )
  update messages m set evidence_at = p.at
  from proven p join locked l on l.id = p.id
  where m.id = l.id and l.due and l.maybe_written and l.not_before = p.not_before`,
);

/** Notes the first evidence of each unresolved message. */
export async function noteEvidence(db: Queryable, reports: readonly Report[], now: Date): Promise<void> {
  await NOTE_EVIDENCE.run(db, {
    deviceIds: reports.map((report) => report.device_id),
    references: reports.map((report) => report.reference),
    times: reports.map((report) => report.at),
    now,
  });
}

const marked = 'm.not_before - :status::interval';

/**
 * Silence starts with the evidence, the end of the call, or the last gap in listening. The provider doubles its waits,
 * so after a gap the silence lasts at least as long as the gap.
 */
const silent = `
  silent as materialized (
    select m.id, a.resends and m.broadcast_id is null and m.resent_at is null as is_resent
    from messages m
    cross join official_listening w
    cross join lateral (
      select unresolved = 'resend' and status <> 'cancelled' as resends
      from accounts where id = m.account_id offset 0
    ) a
    where m.due and m.maybe_written and m.not_before > :now and w.seen_at > :now::timestamptz - :gap::interval
      and ${marked} + :callEnd::interval <= :now
      and greatest(m.evidence_at, w.since) + greatest(:silence::interval, w.since - (${marked})) <= :now
      and m.evidence_at is not null
  )`;

/** Once per message, where the account chose so. */
export const resendSilent = statement<Waits & { now: Date }, Resent>(
  'queue.resend_silent',
  `with ${silent}, picked as materialized (
    select id from silent where is_resent order by id limit ${BATCH}
  ), ${lockPicked}
  update messages m set maybe_written = false, not_before = :now, evidence_at = null, resent_at = :now
  from locked l
  where m.id = l.id and l.due and l.maybe_written
  returning ${publicIdOf('m')} as message_id, m.account_id`,
).all;

export interface Resent {
  message_id: number;
  account_id: number;
}

const FAIL_SILENT = statement<Waits & { now: Date }, { count: number }>(
  'queue.fail_silent',
  transition(`
    ${silent}, picked as materialized (
      select id from silent where not is_resent order by id limit ${BATCH}
    ), ${lockPicked}, before as materialized (
      select m.id, m.status as previous, 'failed' as to_status, 'outcome_unknown' as error_code,
        '${FAILURES.outcome_unknown}' as error_message, false as refund, null::text as provider_id
      from locked m where m.due and m.maybe_written
    )`),
);

/** Returns the number of messages. */
export async function failSilent(db: Queryable, waits: Waits, now: Date): Promise<number> {
  return (await FAIL_SILENT.one(db, { ...waits, now })).count;
}
