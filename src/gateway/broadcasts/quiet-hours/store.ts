import { statement } from '../../../platform/lib/db/statement.ts';

/** Local times `HH:MM`, which differ. An end before the start is on the next day. */
export interface QuietHours {
  from: string;
  to: string;
  timezone: string;
}

interface Stored {
  quiet_hours: QuietHours | null;
}

export const findQuietHours = statement<{ accountId: number }, Stored>(
  'broadcasts.find_quiet_hours',
  'select quiet_hours from accounts where id = :accountId',
).one;

/** Until the transaction ends. */
export const lockQuietHours = statement<{ accountId: number }, Stored>(
  'broadcasts.lock_quiet_hours',
  'select quiet_hours from accounts where id = :accountId for no key update',
).inTx.one;

/** JSON. */
export const setQuietHours = statement<{ accountId: number; quiet: string | null }>(
  'broadcasts.set_quiet_hours',
  'update accounts set quiet_hours = :quiet::jsonb where id = :accountId',
).inTx.run;
