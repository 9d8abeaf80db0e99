/** SQL, for a delivery `d`: a retry or an event replay. An index has this expression. */
export const IS_REPEAT = `(d.attempts > 0 or d.kind = 'replay')`;

/** SQL. Due for every worker: this process's clock may be ahead of the database clock. */
export const AT_ONCE = 'least(:now::timestamptz, clock_timestamp())';

/** SQL, for a webhook `w`. Suspended and cancelled accounts still get earlier events. */
export const IS_LIVE = `w.status = 'enabled'`;
