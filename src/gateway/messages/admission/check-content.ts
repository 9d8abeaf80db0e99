import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { isFileKind } from '../../../platform/lib/media/formats.ts';
import { uploadIn, uploadUrl } from '../../../platform/lib/media/upload-url.ts';
import { type DeviceRow, getDeviceOrChat } from '../../devices/device.ts';
import { isGroup } from '../../people/identity.ts';
import { fill } from '../../templates/fill.ts';
import type { Templates } from '../../templates/template.ts';
import type { TemplateInput } from '../../templates/template-input.ts';
import { useUpload } from '../../uploads/upload.ts';
import type { CheckedContent, CheckedTemplate, Content } from '../content.ts';
import type { OutboundDetails } from '../outbound-details.ts';
import { findTarget, type Wanted } from '../target.ts';
import { deviceReleased } from './disconnected.ts';
import type { Problem } from './engine-refusals.ts';

export interface Parts {
  ctx: Context;
  templates: Templates;
}

type Addressed<Content> = Content & { device_uuid: string };

export interface CheckedMessage {
  input: Addressed<CheckedContent>;
  phone: string;
  details?: OutboundDetails;
  /** Comes after those of account, device and type. */
  problem?: Problem;
}

/** Compares a template with the approved one, which may ask the provider; finds the message of a reaction or quote. */
export async function checkContent(
  parts: Parts,
  account: Caller,
  input: Addressed<Content> & { quote?: number | null | undefined },
  phone: string,
): Promise<CheckedMessage> {
  const { type, device_uuid, quote } = input;
  const checked =
    type === 'template'
      ? { type, device_uuid, template: await checkTemplate(parts, account, device_uuid, input.template) }
      : 'media_id' in input && input.media_id
        ? { ...input, media_url: uploadUrl(account.id, input.media_id) }
        : input;
  const off = isGroup(phone) ? await groupsOff(parts.ctx, account, device_uuid) : null;
  if (off) return { input: checked, phone, problem: off };
  if (type === 'reaction') {
    const { message_id: publicId } = input.reaction;
    return withTarget(parts, account, checked, { phone, publicId, field: 'reaction.message_id' });
  }
  const found = await checkFile(parts, account, checked);
  if (found || !quote) return { input: checked, phone, ...(found && { problem: found }) };
  return withTarget(parts, account, checked, { phone, publicId: quote, field: 'quote' });
}

/** The admission reports an unknown device. */
async function groupsOff(ctx: Context, account: Caller, deviceUuid: string): Promise<Problem | null> {
  const device = await orProblem(() => getDeviceOrChat(ctx, account, deviceUuid));
  return device instanceof Error || device.groups === 'on' ? null : new ApiError('groups_off');
}

async function checkFile(
  { ctx }: Parts,
  account: Caller,
  input: CheckedMessage['input'],
): Promise<Problem | null> {
  const upload = 'media_id' in input ? uploadIn(input.media_url ?? null) : null;
  if (!upload || !isFileKind(input.type)) return null;
  const wanted = { kind: input.type, id: upload.id };
  return orProblem(() => useUpload(ctx, account, wanted).then(() => null));
}

/** Goes to the number under which the chat has the message. */
async function withTarget(
  { ctx }: Parts,
  account: Caller,
  input: CheckedMessage['input'],
  wanted: Wanted,
): Promise<CheckedMessage> {
  const target = await orProblem(async () =>
    findTarget(ctx, await getOpenDevice(ctx, account, input.device_uuid), wanted),
  );
  if (target instanceof Error) return { input, phone: wanted.phone, problem: target };
  return { input, phone: target.phone, details: { quote: target.quote } };
}

function checkTemplate(
  { ctx, templates }: Parts,
  account: Caller,
  deviceUuid: string,
  template: TemplateInput,
): Promise<CheckedTemplate> {
  return orProblem(async () =>
    fill(await templates.approve(await getOpenDevice(ctx, account, deviceUuid), template)),
  );
}

async function getOpenDevice(ctx: Context, account: Caller, deviceUuid: string): Promise<DeviceRow> {
  const device = await getDeviceOrChat(ctx, account, deviceUuid);
  if (device.released_at) throw deviceReleased(device, account.kind);
  return device;
}

async function orProblem<Found>(find: () => Promise<Found>): Promise<Found | Problem> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors) return error;
    throw error;
  }
}
