import type { Context } from '../../context.ts';
import { countNumbersInTrouble } from '../../gateway/devices/attention/attention.ts';
import { countWebhooksInTrouble } from '../../gateway/webhooks/webhook.ts';
import { findAccounts } from '../../platform/accounts/account.ts';

/** More accounts than an operator reads. */
const MAX_ACCOUNTS = 100;

/** How much needs a person in one account. */
export interface AccountInTrouble {
  account_id: number;
  account: string;
  numbers: number;
  webhooks: number;
}

/** The active accounts in which something needs a person, for operators. */
export async function countAttention(ctx: Pick<Context, 'db' | 'now'>): Promise<AccountInTrouble[]> {
  const [numbers, webhooks] = [await countNumbersInTrouble(ctx), await countWebhooksInTrouble(ctx)];
  const ids = new Set([...numbers.keys(), ...webhooks.keys()]);
  const accounts = await findAccounts(ctx.db, [...ids]);
  return accounts
    .filter(({ status }) => status === 'active')
    .slice(0, MAX_ACCOUNTS)
    .map(({ id, name }) => ({
      account_id: id,
      account: name,
      numbers: numbers.get(id) ?? 0,
      webhooks: webhooks.get(id) ?? 0,
    }));
}
