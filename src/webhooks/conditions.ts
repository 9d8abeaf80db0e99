/** SQL, of a delivery `d`: a retry or an event replay. The index of pending deliveries has this expression. */
export const IS_REPEAT = `(d.attempts > 0 or d.kind = 'replay')`;

/** SQL, of a webhook `w`. Suspended accounts still get their events; cancelled ones do not. */
export const IS_LIVE = `w.status = 'enabled' and not exists (
  select from accounts a where a.id = w.account_id and a.status = 'cancelled' offset 0
)`;
