import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { storablePhone } from '../../platform/lib/phone.ts';
import { changedFields, overHeld } from './changes.ts';
import * as store from './edit-store.ts';
import type { ChangeContact } from './schema.ts';
import { type ContactRow, lockBooks, upsertLocked } from './store.ts';

/** ApiError contact_not_found. */
export async function getContact(
  { db }: { db: Db | Tx },
  account: { id: number },
  id: number,
): Promise<store.PlacedContact> {
  const contact = await store.findContact(db, { accountId: account.id, id });
  if (!contact) throw new ApiError('contact_not_found');
  return contact;
}

/**
 * A new number takes no messages and no opt-out along: they belong to the number. ApiError contact_not_found,
 * contact_number_taken; FieldErrors for an invalid number and too many tags.
 */
export function changeContact(
  ctx: Context,
  account: Account,
  id: number,
  { phone, ...fields }: ChangeContact,
): Promise<ContactRow> {
  const given = phone === undefined ? undefined : storablePhone(phone, account.country_code);
  return ctx.db.transaction(async (tx) => {
    const [held, now] = [await lockContact(tx, account, id), ctx.now()];
    const change = overHeld(
      { account_id: account.id, phone: given ?? held.phone, ...changedFields(fields) },
      held.tags,
    );
    if (change.phone !== held.phone) {
      if (await store.isTaken(tx, account.id, id, change.phone)) throw new ApiError('contact_number_taken');
      await store.setPhone(tx, { accountId: account.id, id, phone: change.phone, now });
    }
    await upsertLocked(tx, [change], now);
    return getContact({ db: tx }, account, id);
  });
}

/** Messages, people and opt-outs stay. ApiError contact_not_found. */
export function deleteContact(ctx: Context, account: { id: number }, id: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { place } = await lockContact(tx, account, id);
    await store.deleteLocked(tx, account.id, [place]);
  });
}

async function lockContact(tx: Tx, account: { id: number }, id: number): Promise<store.PlacedContact> {
  await lockBooks(tx, [{ account_id: account.id }]);
  return getContact({ db: tx }, account, id);
}
