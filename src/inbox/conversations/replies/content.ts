import type { Context } from '../../../context.ts';
import { getDeviceOrChat } from '../../../gateway/devices/device.ts';
import {
  type CheckedMessage,
  checkContent,
  type Parts,
} from '../../../gateway/messages/admission/check-content.ts';
import { deviceReleased } from '../../../gateway/messages/admission/disconnected.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { findWindows, type WindowChat } from '../details.ts';
import type { ConversationRow } from '../store.ts';
import type { SendReply } from './schema.ts';

/** Also of a chat that does not exist yet. */
export type ReplyChat = WindowChat & Pick<ConversationRow, 'device_uuid'>;

/**
 * A template, or free text in the reply window. ApiError reply_window_closed, device_disconnected
 * (released), device_not_found.
 */
export async function contentFor(
  parts: Parts,
  account: Caller,
  chat: ReplyChat,
  input: SendReply,
): Promise<CheckedMessage> {
  const device = await getDeviceOrChat(parts.ctx, account, chat.device_uuid ?? '');
  if (device.released_at) throw deviceReleased(device, account.kind);
  if (input.type !== 'template') await checkWindow(parts.ctx, chat);
  return checkContent(parts, account, { ...input, device_uuid: device.device_uuid }, chat.phone);
}

async function checkWindow(ctx: Context, chat: ReplyChat): Promise<void> {
  const [window] = await findWindows(ctx, [chat]);
  if (!window || window.isOpen) return;
  const why = window.until
    ? `The reply window closed at ${window.until.toISOString()}.`
    : 'The customer has not written yet, so no reply window is open.';
  const advice = `Send a template: GET /v1/devices/${chat.device_uuid}/templates.`;
  throw new ApiError('reply_window_closed', `${why} ${advice}`);
}
