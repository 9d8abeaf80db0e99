import type { Tx } from '../../../lib/db/db.ts';
import { type Queryable, statement } from '../../../lib/db/statement.ts';

const GET = statement<{ accountId: number }, { settings: object }>(
  'automation.get_settings',
  'select settings from automation_accounts where account_id = :accountId',
);

/** Null: the account never had an automation. */
export async function getSettings(db: Queryable, accountId: number): Promise<object | null> {
  return (await GET.first(db, { accountId }))?.settings ?? null;
}

const SET = statement<{ accountId: number; settings: string }>(
  'automation.set_settings',
  'update automation_accounts set settings = :settings::jsonb where account_id = :accountId',
);

export async function setSettings(tx: Tx, accountId: number, settings: object): Promise<void> {
  await SET.run(tx, { accountId, settings: JSON.stringify(settings) });
}
