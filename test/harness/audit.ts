import type { Context } from '../../src/context.ts';
import { tablesOf } from './tables.ts';

/** The entries of an account, oldest first. Null: of the whole installation. */
export function auditEntries(ctx: Pick<Context, 'db'>, accountId: number | null) {
  return tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select(['account_id', 'actor', 'actor_id', 'address', 'action', 'target', 'detail'])
    .where('account_id', 'is not distinct from', accountId)
    .orderBy('id')
    .execute();
}
