import { statement } from '../../../../platform/lib/db/statement.ts';

/** `phones`: of visitors. */
export const deleteCodes = statement<{ accountId: number; phones: readonly string[] }>(
  'entry_points.erase_codes',
  'delete from widget_codes where account_id = :accountId and visitor = any (:phones::text[])',
).inTx.run;
