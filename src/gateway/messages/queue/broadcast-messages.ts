import { wasClaimed } from './states.ts';

// Each condition names `due` and `held` like the index of unsettled messages; otherwise a scan reads the whole queue.

export const isUnsettled = '(due or held)';
/** An engine may take the message, or has it. */
export const isWaiting = '(due or held) and not held';
export const isSuspended = '(due or held) and held';
/** Suspended, without a status to wait for. */
export const hasEnded = (now: string) =>
  `(due or held) and held and (not maybe_written or not_before <= ${now})`;

export const hasSuspended = (broadcastId: string) =>
  `exists (select from messages where broadcast_id = ${broadcastId} and ${isSuspended} offset 0)`;

export const hasUnsettledMessages = (broadcastId: string) =>
  `exists (select from messages where broadcast_id = ${broadcastId} and ${isUnsettled} offset 0)`;

/** The provider holds them back. */
export const keptOf = (broadcastId: string) => `
  select count(*)::int as kept from messages
  where broadcast_id = ${broadcastId} and kept_reason is not null and status = 'queued'`;

export const hasEnding = (broadcastId: string, now: string) =>
  `exists (select from messages where broadcast_id = ${broadcastId} and ${hasEnded(now)} offset 0)`;

/** After this wait for its engine, a message no longer delays others. */
const ANSWER_MINUTES = 10;

/** Unsettled messages. `open`: an engine may take them or has them. `ready`: only the engine delays them. */
export const backlogOf = (broadcastId: string, now: string) => `
  select count(*) filter (where due)::int as open,
    count(*) filter (where due and not_before <= ${now}
      and (not maybe_written or created_at > ${now}::timestamptz - interval '${ANSWER_MINUTES} minutes'))::int as ready,
    count(*) filter (where held)::int as suspended
  from messages where broadcast_id = ${broadcastId} and ${isUnsettled}`;

/** Each claim sets `not_before` of a broadcast message to its time. */
const departure = 'greatest(created_at, not_before)';
/** A suspended message may have left only when possibly written. Open messages are counted apart. */
const mayHaveLeft = `not due and (maybe_written or not held) and (status <> 'failed' or ${wasClaimed})`;

/** Latest first. A message without a text records a recipient who gets none. */
export const departures = (deviceId: string, since: string, limit: string) => `
  select ${departure} as at from messages
  where device_id = ${deviceId} and broadcast_id is not null and body is not null
    and ${departure} > ${since} and ${mayHaveLeft}
  order by ${departure} desc limit ${limit}`;

/** From `first` to below `end`. The condition may name the message `m`. */
export const recipientsWhere = (broadcastId: string, first: string, end: string, condition: string) => `
  select broadcast_place from messages m
  where broadcast_id = ${broadcastId} and broadcast_place >= ${first} and broadcast_place < ${end} and ${condition}`;
