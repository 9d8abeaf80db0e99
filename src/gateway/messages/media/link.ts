import type { Context } from '../../../context.ts';
import { publicUrl } from '../../../public-url.ts';

/** `/files/:token` needs no key: the token is the sealed id of the message. */
export function fileUrl({ box, config }: Pick<Context, 'box' | 'config'>, messageId: number): string {
  const token = box
    .seal(Buffer.from(String(messageId).padStart(ID_DIGITS, '0')), PURPOSE)
    .toString('base64url');
  return `${publicUrl(config, null).replace(/\/+$/, '')}/files/${token}`;
}

/** Null for a text that is no token of this gateway. */
export function openFileToken({ box }: Pick<Context, 'box'>, token: string): number | null {
  try {
    return Number(box.open(Buffer.from(token, 'base64url'), PURPOSE).toString());
  } catch {
    return null;
  }
}

/** The token's length hides the number of messages. */
const ID_DIGITS = 16;
const PURPOSE = 'link to the file of a message';
