import type { Context } from '../../../context.ts';
import { findByPhone, saveContact } from '../../../gateway/contacts/edit.ts';
import { isNumber } from '../../../gateway/people/identity.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { getConversation } from '../conversation.ts';
import type { ChangeContactOf } from './schema.ts';
import { noteName } from './store.ts';

/** Null: the number has no contact, or is hidden. ApiError conversation_not_found. */
export async function getContactOf(ctx: Context, account: Caller, uuid: string) {
  const { phone } = await getConversation(ctx, account, uuid);
  return isNumber(phone) ? ((await findByPhone(ctx, account, phone)) ?? null) : null;
}

/** Makes the contact if there is none. ApiError conversation_not_found, no_contact_number. */
export async function changeContactOf(ctx: Context, account: Caller, uuid: string, change: ChangeContactOf) {
  const { id, phone } = await getConversation(ctx, account, uuid);
  if (!isNumber(phone)) throw new ApiError('no_contact_number');
  const contact = await saveContact(ctx, account, phone, change);
  await noteName(ctx.db, { accountId: account.id, conversationId: id });
  ctx.bus.publish('events');
  return contact;
}
