import type { Context } from '../context.ts';
import { type DeviceRow, getDeviceOrChat } from '../gateway/devices/device.ts';
import { fillFor, type Spelling } from '../gateway/templates/fill.ts';
import { approveCopied, type Templates } from '../gateway/templates/template.ts';
import type { TemplateInput } from '../gateway/templates/template-input.ts';
import { ApiError, FieldErrors } from '../platform/lib/errors.ts';
import type { Chat } from './chat.ts';
import type { Content } from './plan.ts';
import { TEMPLATE_REFUSALS, type TemplateRefusal } from './template-refusals.ts';

export type Approve = Templates['approve'];

export type WrittenTemplate = { content: Content } | { refused: TemplateRefusal };

export const MAX_TEMPLATE_DEVICES = 20;

/** Asks no provider: for checks and simulations. */
export const approveBy =
  (ctx: Pick<Context, 'db' | 'config' | 'now'>): Approve =>
  (device, input) =>
    approveCopied(ctx, device, input);

/** `write` makes a value of what the rule or flow has. */
export async function writeTemplate(
  ctx: Pick<Context, 'db'>,
  approve: Approve,
  { account_id, device_uuid }: Pick<Chat, 'account_id' | 'device_uuid'>,
  input: TemplateInput,
  write: (value: string, how: Spelling) => string,
): Promise<WrittenTemplate> {
  try {
    const device = await getDeviceOrChat(ctx, { id: account_id, deviceIds: null }, device_uuid);
    const { body, template, isBlank } = fillFor(await approve(device, input), write);
    return isBlank ? { refused: 'template_values' } : { content: { type: 'text', body, template } };
  } catch (error) {
    return { refused: refusalOf(error) };
  }
}

/** What else fails is no answer about the template. */
function refusalOf(error: unknown): TemplateRefusal {
  if (error instanceof FieldErrors) return 'template_values';
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'device_not_found') return 'templates_not_supported';
  if (error.code === 'media_not_found') return 'template_values';
  return TEMPLATE_REFUSALS.find((code) => code === error.code) ?? 'templates_unreadable';
}

type Errors = Record<string, string[]>;

/** A template belongs to the business account of a number. */
const NEEDS_NUMBERS = 'must be official numbers, because a template belongs to them';

/** Problems by field: `device_uuids`, or within `template`. */
export async function templateErrors(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
  deviceUuids: readonly string[] | null,
  input: TemplateInput,
): Promise<Errors> {
  if (deviceUuids === null) return { device_uuids: [NEEDS_NUMBERS] };
  if (deviceUuids.length > MAX_TEMPLATE_DEVICES)
    return {
      device_uuids: [`must have at most ${MAX_TEMPLATE_DEVICES} items, because each has its templates`],
    };
  for (const uuid of deviceUuids) {
    const device = await getDeviceOrChat(ctx, { id: accountId, deviceIds: null }, uuid);
    const errors = await errorsOn(ctx, device, input);
    if (errors) return errors;
  }
  return {};
}

const TEXTS: Readonly<Record<TemplateRefusal, readonly [field: string, text: string]>> = {
  template_not_found: ['template.name', 'is no template of the devices in this language'],
  template_not_approved: ['template.name', 'is not approved by the provider'],
  template_not_sendable: ['template.name', 'has a part that Kurir cannot send'],
  templates_not_supported: ['device_uuids', NEEDS_NUMBERS],
  templates_unreadable: ['template.name', 'is not known yet: list the templates of the devices'],
  template_values: ['template.variables', 'is not allowed'],
};

async function errorsOn(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  device: DeviceRow,
  input: TemplateInput,
): Promise<Errors | null> {
  try {
    await approveCopied(ctx, device, input);
    return null;
  } catch (error) {
    if (error instanceof FieldErrors) return error.errors;
    if (error instanceof ApiError && error.code === 'media_not_found')
      return { 'template.header_media_id': ['is no uploaded file of this account'] };
    const [field, text] = TEXTS[refusalOf(error)];
    return { [field]: [text] };
  }
}
