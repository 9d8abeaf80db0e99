import type { Context } from '../../../context.ts';

/** The source holds the file's key, so it is sealed with the gateway's. */
export function sealSource({ box }: Pick<Context, 'box'>, messageId: number, source: string): Buffer {
  return box.seal(Buffer.from(source), sourceAad(messageId));
}

export function openSource({ box }: Pick<Context, 'box'>, messageId: number, sealed: Buffer): string {
  return box.open(sealed, sourceAad(messageId)).toString();
}

export const sourceAad = (messageId: number) => `message_media|${messageId}`;
