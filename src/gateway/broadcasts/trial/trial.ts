import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { getDevice } from '../../devices/device.ts';
import type { CheckedMessage, Parts } from '../../messages/admission/check-content.ts';
import { newSeed } from '../broadcast.ts';
import { readContent, writerOf } from '../content.ts';
import type { TestBroadcast } from './schema.ts';

/** What a recipient of this name would get. A problem is part of the answer: its order is that of messages. */
export async function composeTrial(
  { ctx, templates }: Parts,
  account: Caller,
  { name = '', device_uuid, ...message }: TestBroadcast,
): Promise<CheckedMessage['input'] | ApiError | FieldErrors> {
  try {
    const device = await getDevice(ctx, account, device_uuid);
    const content = await readContent(templates, device, message);
    const { body, template, details, isBlank } = writerOf(content, newSeed(ctx))({ index: 0, nama: name });
    if (isBlank) return new FieldErrors({ name: ['is required, because the text is only the name'] });
    if (!template) return { type: 'text', device_uuid, body };
    return { type: 'template', device_uuid, template: { body, template, details } };
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors) return error;
    throw error;
  }
}
