import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type AuditAction, type Detail, record } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { touchAutomation } from '../account.ts';
import * as store from './store.ts';

export interface KnowledgeChange<Result> {
  result: Result;
  /** Null: nothing has changed. */
  entry: { action: AuditAction; target: string | number; detail?: Detail } | null;
  /** Models need not be trained again. */
  teachesNothing?: true;
}

/** It raises the revision, and the audit log has it. */
export function changeKnowledge<Result>(
  ctx: Context,
  { id: accountId }: Pick<Caller, 'id'>,
  change: (tx: Tx) => Promise<KnowledgeChange<Result>>,
): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, accountId, ctx.now());
    const { result, entry, teachesNothing } = await change(tx);
    if (entry === null) return result;
    if (!teachesNothing) await store.raiseRevision(tx, { accountId, now: ctx.now() });
    await record(tx, ctx, [{ accountId, ...entry }]);
    return result;
  });
}
