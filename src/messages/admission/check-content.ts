import type { Caller } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { getDeviceOrChat } from '../../devices/device.ts';
import { ApiError, FieldErrors } from '../../lib/errors.ts';
import { fill } from '../../templates/fill.ts';
import type { Templates } from '../../templates/template.ts';
import type { TemplateInput } from '../../templates/template-input.ts';
import type { CheckedContent, CheckedTemplate, Content } from '../content.ts';
import { deviceReleased } from './disconnected.ts';

/** What checks templates. */
export interface Parts {
  ctx: Context;
  templates: Templates;
}

type Addressed<Content> = Content & { device_uuid: string };

/** Compares a template with the approved one, which may wait for the provider. Other content needs no check. */
export async function checkContent(
  parts: Parts,
  account: Caller,
  input: Addressed<Content>,
): Promise<Addressed<CheckedContent>> {
  if (input.type !== 'template') return input;
  const { type, device_uuid, template } = input;
  return { type, device_uuid, template: await checkTemplate(parts, account, device_uuid, template) };
}

async function checkTemplate(
  { ctx, templates }: Parts,
  account: Caller,
  deviceUuid: string,
  template: TemplateInput,
): Promise<CheckedTemplate> {
  try {
    const device = await getDeviceOrChat(ctx, account, deviceUuid);
    if (device.released_at) throw deviceReleased(device, account.kind);
    return fill(await templates.approve(device, template));
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors) return error;
    throw error;
  }
}
