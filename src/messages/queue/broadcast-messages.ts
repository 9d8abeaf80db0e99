// SQL on the messages of a broadcast, for statements that read broadcasts beside them. Each condition names `due`
// and `held` as the index of unsettled messages of a broadcast does: without it a scan reads the whole queue.

/** SQL: a message that is not settled. */
export const isUnsettled = '(due or held)';
/** SQL: a message that an engine may take, or has. */
export const isWaiting = '(due or held) and not held';
/** SQL: a message that its sender stopped. */
export const isSuspended = '(due or held) and held';
/** SQL: a suspended message that no status is awaited for. */
export const hasEnded = (now: string) =>
  `(due or held) and held and (not maybe_written or not_before <= ${now})`;

/** SQL: whether the broadcast has suspended messages. */
export const hasSuspended = (broadcastId: string) =>
  `exists (select from messages where broadcast_id = ${broadcastId} and ${isSuspended} offset 0)`;

/** SQL: whether the broadcast has messages that end now. */
export const hasEnding = (broadcastId: string, now: string) =>
  `exists (select from messages where broadcast_id = ${broadcastId} and ${hasEnded(now)} offset 0)`;

/** A message without an answer of its engine for this time does not keep others waiting. */
const ANSWER_MINUTES = 10;

/**
 * SQL: counts the unsettled messages of a broadcast. `due`: an engine may take them, or has them. `ready`: only the
 * engine keeps them waiting. `held`: they are suspended.
 */
export const backlogOf = (broadcastId: string, now: string) => `
  select count(*) filter (where due)::int as due,
    count(*) filter (where due and not_before <= ${now}
      and (not maybe_written or created_at > ${now}::timestamptz - interval '${ANSWER_MINUTES} minutes'))::int as ready,
    count(*) filter (where held)::int as held
  from messages where broadcast_id = ${broadcastId} and ${isUnsettled}`;

/**
 * SQL: when the latest messages of broadcasts left a device since a time, the last first. A message without a text
 * is the record of a recipient who gets none.
 */
export const departures = (deviceId: string, since: string, limit: string) => `
  select greatest(created_at, not_before) as at from messages
  where device_id = ${deviceId} and broadcast_id is not null and body is not null
    and greatest(created_at, not_before) > ${since}
    and not due and (maybe_written or not held) and (status <> 'failed' or reserved_wa_id is not null)
  order by greatest(created_at, not_before) desc limit ${limit}`;

/** SQL: the recipient indexes from `first` to below `end` of a broadcast whose messages have the condition. */
export const recipientsWhere = (broadcastId: string, first: string, end: string, condition: string) => `
  select broadcast_place from messages
  where broadcast_id = ${broadcastId} and broadcast_place >= ${first} and broadcast_place < ${end} and ${condition}`;
