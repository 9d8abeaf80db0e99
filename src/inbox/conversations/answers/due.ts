import { hoursReader } from '../../../gateway/hours/hours.ts';
import { afterOpenTime } from '../../../gateway/hours/opening.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import type { ConversationRow } from '../store.ts';

type Waiting = Pick<ConversationRow, 'account_id' | 'device_id' | 'waiting_since' | 'answer_minutes'>;

/** Per row: until when a person should answer, in the hours of its device. Null: nothing is due. */
export function findDue(db: Db, rows: readonly Waiting[]): Promise<(Date | null)[]> {
  const hours = hoursReader(db);
  return Promise.all(
    rows.map(async ({ account_id, device_id, waiting_since, answer_minutes }) =>
      waiting_since && answer_minutes !== null
        ? afterOpenTime(await hours(account_id, device_id), waiting_since, answer_minutes * MINUTE)
        : null,
    ),
  );
}
