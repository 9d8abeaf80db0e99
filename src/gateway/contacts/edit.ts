import type { Account } from '../../platform/accounts/account.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { storablePhone } from '../../platform/lib/phone.ts';
import { findOtherPhones } from '../people/person.ts';
import { changedFields, type NamingContext, overHeld, ownFieldsOf } from './changes.ts';
import * as store from './edit-store.ts';
import type { ChangeContact, ContactDetails } from './schema.ts';
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

/** Every `messages.phone` that the person of a contact may have. ApiError contact_not_found. */
export async function listPhonesOf(ctx: { db: Db }, account: { id: number }, id: number): Promise<string[]> {
  const { phone } = await getContact(ctx, account, id);
  const [others = []] = await findOtherPhones(ctx.db, [{ account_id: account.id, phone }]);
  return [phone, ...others];
}

/** Undefined: no contact has the number, in any spelling. */
export function findByPhone(
  { db }: { db: Db | Tx },
  account: { id: number },
  phone: string,
): Promise<store.PlacedContact | undefined> {
  return store.findByPhone(db, account.id, phone);
}

/**
 * A new number takes no messages and no opt-out along: they belong to the number. ApiError contact_not_found,
 * contact_number_taken; FieldErrors for an invalid number and too many tags.
 */
export async function changeContact(
  ctx: NamingContext,
  account: Account,
  id: number,
  { phone: text, ...details }: ChangeContact,
): Promise<ContactRow> {
  const phone = text === undefined ? undefined : storablePhone(text, account.country_code);
  const changed = await ctx.db.transaction(async (tx) => {
    const held = await lockContact(tx, account, id);
    if (phone === undefined || phone === held.phone) return write(ctx, tx, account, held, details);
    if (await store.isTaken(tx, account.id, id, phone)) throw new ApiError('contact_number_taken');
    await store.setPhone(tx, { accountId: account.id, id, phone, now: ctx.now() });
    const phones = [held.phone, phone].map((each) => ({ account_id: account.id, phone: each }));
    await ctx.onNamed?.(tx, phones);
    return write(ctx, tx, account, { ...held, phone }, details);
  });
  ctx.bus.publish('events');
  return changed;
}

/** Makes the contact of a stored number if there is none. FieldErrors for too many tags. */
export async function saveContact(
  ctx: NamingContext,
  account: { id: number },
  phone: string,
  details: ContactDetails,
): Promise<ContactRow> {
  const saved = await ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: account.id }]);
    const held = await store.findByPhone(tx, account.id, phone);
    return write(ctx, tx, account, held ?? { phone, tags: [] }, details);
  });
  ctx.bus.publish('events');
  return saved;
}

async function write(
  ctx: NamingContext,
  tx: Tx,
  account: { id: number },
  { phone, tags }: { phone: string; tags: string[] },
  { notes, ...fields }: ContactDetails,
): Promise<ContactRow> {
  const [accountId, now] = [account.id, ctx.now()];
  const own = await ownFieldsOf(tx, account, fields);
  const given = { account_id: accountId, phone, ...changedFields(fields), fields: own };
  const change = overHeld(given, tags);
  const [stored] = await upsertLocked(tx, [change], now);
  if (!stored) throw new Error('an upsert without a row');
  const { id } = stored;
  if (fields.name !== undefined) await ctx.onNamed?.(tx, [{ account_id: accountId, phone }]);
  if (notes !== undefined) await store.setNotes(tx, { accountId, id, notes: notes || null, now });
  return getContact({ db: tx }, account, id);
}

/** Messages, people and opt-outs stay. ApiError contact_not_found. */
export async function deleteContact(ctx: NamingContext, account: { id: number }, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { place, phone } = await lockContact(tx, account, id);
    await store.deleteLocked(tx, account.id, [place]);
    await ctx.onNamed?.(tx, [{ account_id: account.id, phone }]);
  });
  ctx.bus.publish('events');
}

async function lockContact(tx: Tx, account: { id: number }, id: number): Promise<store.PlacedContact> {
  await lockBooks(tx, [{ account_id: account.id }]);
  return getContact({ db: tx }, account, id);
}
