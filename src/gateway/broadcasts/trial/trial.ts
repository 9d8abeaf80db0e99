import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { getDevice } from '../../devices/device.ts';
import { type CheckedMessage, checkContent, type Parts } from '../../messages/admission/check-content.ts';
import { newSeed } from '../broadcast.ts';
import { readContent, writerOf } from '../content.ts';
import type { TestBroadcast } from './schema.ts';

/** What a recipient of this name would get. A problem is part of the answer: its order is that of messages. */
export async function composeTrial(
  parts: Parts,
  account: Caller,
  { name = '', device_uuid, ...message }: TestBroadcast,
  phone: string,
): Promise<CheckedMessage | ApiError | FieldErrors> {
  const { ctx } = parts;
  try {
    const device = await getDevice(ctx, account, device_uuid);
    const content = await readContent(parts, account, device, message);
    const contact = { phone: '', name, email: null, fields: {} };
    const { body, template, details, isBlank } = writerOf(content, newSeed(ctx))({ index: 0, contact });
    if (isBlank) return new FieldErrors({ name: ['is required, because the text is only the name'] });
    const { type } = content;
    if (template)
      return { input: { type: 'template', device_uuid, template: { body, template, details } }, phone };
    if (type === 'text') return { input: { type, device_uuid, body }, phone };
    const { media_url, media_id } = message;
    return checkContent(parts, account, { type, device_uuid, body, media_url, media_id }, phone);
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors) return error;
    throw error;
  }
}
