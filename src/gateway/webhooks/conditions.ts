/** SQL, of a delivery `d`: a retry or an event replay. The index of pending deliveries has this expression. */
export const IS_REPEAT = `(d.attempts > 0 or d.kind = 'replay')`;

/** SQL. Due for every worker: the clock of this process may be ahead of the database clock. */
export const AT_ONCE = 'least(:now::timestamptz, clock_timestamp())';

/** SQL, of a webhook `w`. Suspended and cancelled accounts still get the events that they are owed. */
export const IS_LIVE = `w.status = 'enabled'`;
