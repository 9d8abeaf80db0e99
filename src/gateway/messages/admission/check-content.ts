import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type DeviceRow, getDeviceOrChat } from '../../devices/device.ts';
import { fill } from '../../templates/fill.ts';
import type { Templates } from '../../templates/template.ts';
import type { TemplateInput } from '../../templates/template-input.ts';
import type { CheckedContent, CheckedTemplate, Content } from '../content.ts';
import type { OutboundDetails } from '../outbound-details.ts';
import { findTarget } from '../target.ts';
import { deviceReleased } from './disconnected.ts';

export interface Parts {
  ctx: Context;
  templates: Templates;
}

type Addressed<Content> = Content & { device_uuid: string };

export interface CheckedMessage {
  input: Addressed<CheckedContent>;
  phone: string;
  details?: OutboundDetails;
}

/** Compares a template with the approved one, which may ask the provider; finds a reaction's message. */
export async function checkContent(
  parts: Parts,
  account: Caller,
  input: Addressed<Content>,
  phone: string,
): Promise<CheckedMessage> {
  const { type, device_uuid } = input;
  if (type === 'reaction') return checkReaction(parts, account, input, phone);
  if (type !== 'template') return { input, phone };
  const template = await checkTemplate(parts, account, device_uuid, input.template);
  return { input: { type, device_uuid, template }, phone };
}

/** Goes to the number under which the chat has the message. */
async function checkReaction(
  { ctx }: Parts,
  account: Caller,
  input: Addressed<Extract<Content, { type: 'reaction' }>>,
  phone: string,
): Promise<CheckedMessage> {
  const target = await orProblem(async () => {
    const device = await getOpenDevice(ctx, account, input.device_uuid);
    return findTarget(ctx, device, { phone, publicId: input.reaction.message_id });
  });
  if (target instanceof Error) return { input: { ...input, problem: target }, phone };
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

async function orProblem<Found>(find: () => Promise<Found>): Promise<Found | ApiError | FieldErrors> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors) return error;
    throw error;
  }
}
