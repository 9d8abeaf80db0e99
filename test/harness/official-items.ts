import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { insertMessage } from './rows.ts';

/** One change of a callback. */
export const value = (number: string, fields: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '1', phone_number_id: number },
  ...fields,
});
/** A callback with these changes. */
export const callback = (...values: object[]) => ({
  entry: [{ id: 'WABA', changes: values.map((each) => ({ field: 'messages', value: each })) }],
});
/** A text of a customer. */
export const text = (body: string, id = `wamid.${randomUUID()}`, from = '6281234567890') => ({
  from,
  id,
  timestamp: '1749416383',
  type: 'text',
  text: { body },
});
/** A status of a message with our reference. */
export const report = (reference: string, status: string, fields: object = {}) => ({
  id: `wamid.${reference}`,
  status,
  timestamp: '1749416383',
  biz_opaque_callback_data: reference,
  ...fields,
});

/** A message that the official engine has sent. Answers our reference. */
export async function insertReferenced(
  ctx: Context,
  to: { id: number; account_id: number },
  status = 'sent',
  hasProviderId = true,
) {
  const reference = `kurir.${randomUUID()}`;
  await insertMessage(ctx, to, {
    status: status as 'sent',
    maybe_written: true,
    reserved_wa_id: reference,
    wa_message_id: hasProviderId ? `wamid.${reference}` : null,
  });
  return reference;
}
