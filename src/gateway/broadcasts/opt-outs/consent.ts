import type { Context } from '../../../context.ts';
import { listPhonesOf } from '../../contacts/edit.ts';
import { findKept } from './kept.ts';
import { MAX_CONSENT_CHANGES } from './schema.ts';
import * as store from './store.ts';

/** Of the person of a contact, under any number and id. ApiError contact_not_found. */
export async function getConsent(ctx: Context, account: { id: number }, id: number) {
  const [accountId, phones] = [account.id, await listPhonesOf(ctx, account, id)];
  const [optOuts, kept, changes] = await Promise.all([
    store.findOptOuts(ctx.db, { accountId, phones }),
    findKept(ctx.db, ctx.box, accountId, phones),
    store.listChanges(ctx.db, { accountId, phones, limit: MAX_CONSENT_CHANGES }),
  ]);
  return { isOptedOut: optOuts.length > 0 || kept.size > 0, optOuts, changes };
}
