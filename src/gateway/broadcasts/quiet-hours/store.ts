import { statement } from '../../../platform/lib/db/statement.ts';
import type { QuietHours } from './quiet-hours.ts';

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
