import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

const GET = statement<{ accountId: number }, { settings: object; ignored_phones: string[] }>(
  'automation.get_settings',
  `select settings, array(
     select phone from automation_ignored_phones where account_id = :accountId order by phone
   ) as ignored_phones
   from automation_accounts where account_id = :accountId`,
);

export async function getSettings(db: Queryable, accountId: number): Promise<object | null> {
  const row = await GET.first(db, { accountId });
  return row ? { ...row.settings, ignored_phones: row.ignored_phones } : null;
}

const SET = statement<{ accountId: number; settings: string }>(
  'automation.set_settings',
  'update automation_accounts set settings = :settings::jsonb where account_id = :accountId',
);

const SET_IGNORED = statement<{ accountId: number; phones: readonly string[] }>(
  'automation.set_ignored_phones',
  `with removed as (
    delete from automation_ignored_phones
    where account_id = :accountId::bigint and phone <> all (:phones::text[])
  )
  insert into automation_ignored_phones (account_id, phone)
  select :accountId::bigint, unnest(:phones::text[])
  on conflict do nothing`,
);

/** The row of the account is locked. Decisions look single numbers up. */
export async function setSettings(
  tx: Tx,
  accountId: number,
  { ignored_phones, ...settings }: { ignored_phones: readonly string[] },
): Promise<void> {
  await SET.run(tx, { accountId, settings: JSON.stringify(settings) });
  await SET_IGNORED.run(tx, { accountId, phones: ignored_phones });
}
