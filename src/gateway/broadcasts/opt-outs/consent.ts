import type { Context } from '../../../context.ts';
import { getContact } from '../../contacts/edit.ts';
import { findOtherPhones } from '../../people/person.ts';
import { findKept } from './kept.ts';
import { MAX_CONSENT_CHANGES } from './schema.ts';
import * as store from './store.ts';

/** Of the person of a contact, under any number and id. ApiError contact_not_found. */
export async function getConsent(ctx: Context, account: { id: number }, id: number) {
  const { phone } = await getContact(ctx, account, id);
  const accountId = account.id;
  const [others = []] = await findOtherPhones(ctx.db, [{ account_id: accountId, phone }]);
  const phones = [phone, ...others];
  const [optOuts, kept, changes] = await Promise.all([
    store.findOptOuts(ctx.db, { accountId, phones }),
    findKept(ctx.db, ctx.box, accountId, phones),
    store.listChanges(ctx.db, { accountId, phones, limit: MAX_CONSENT_CHANGES }),
  ]);
  return { isOptedOut: optOuts.length > 0 || kept.size > 0, optOuts, changes };
}
