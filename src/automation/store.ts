import type { Tx } from '../lib/db/db.ts';
import { statement } from '../lib/db/statement.ts';

const TOUCH = statement<{ accountId: number; now: Date }>(
  'automation.touch',
  `insert into automation_accounts (account_id, updated_at) values (:accountId, :now::timestamptz)
   on conflict (account_id) do update set version = automation_accounts.version + 1, updated_at = :now::timestamptz`,
);

export async function touch(tx: Tx, accountId: number, now: Date): Promise<void> {
  await TOUCH.run(tx, { accountId, now });
}
