import type { Context } from '../../../context.ts';
import { findOptedOutPeople } from '../../../gateway/broadcasts/opt-outs/opt-out.ts';
import { viewContact } from '../../../gateway/contacts/contact.ts';
import { findByPhone, saveContact } from '../../../gateway/contacts/edit.ts';
import { isNumber } from '../../../gateway/people/identity.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { getConversation } from '../conversation.ts';
import type { ChangeContactOf } from './schema.ts';
import * as store from './store.ts';

/** Without a contact: the number has none, or is hidden. ApiError conversation_not_found. */
export async function getContactOf(ctx: Context, account: Caller, uuid: string) {
  const { phone, person_id } = await getConversation(ctx, account, uuid);
  const contact = isNumber(phone) ? await findByPhone(ctx, account, phone) : undefined;
  const optedOut = await findOptedOutPeople(ctx.db, [person_id]);
  return { contact: contact ? viewContact(contact) : null, opted_out: optedOut.has(person_id) };
}

/** Makes the contact if there is none. ApiError conversation_not_found, no_contact_number. */
export async function changeContactOf(ctx: Context, account: Caller, uuid: string, change: ChangeContactOf) {
  const { phone } = await getConversation(ctx, account, uuid);
  if (!isNumber(phone)) throw new ApiError('no_contact_number');
  await saveContact({ ...ctx, onNamed: noteNames }, account, phone, change);
}

/** Open chats with these numbers show the new names. */
export async function noteNames(
  tx: Tx,
  named: readonly { account_id: number; phone: string }[],
): Promise<void> {
  const accountIds = named.map(({ account_id }) => account_id);
  await store.noteNames(tx, { accountIds, phones: named.map(({ phone }) => spellingsOf(phone)[0]) });
}
