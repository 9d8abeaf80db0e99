import { rm } from 'node:fs/promises';
import { proto } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import type { MediaFile } from '../../../../platform/lib/media/fetcher.ts';
import type { FileKind } from '../../../../platform/lib/media/formats.ts';
import type { Timing } from '../timing.ts';
import { type EncryptedFile, encryptFile } from './encrypt-file.ts';

/** Stores an encrypted file. `hash`: of its bytes, in base64. */
export type PutFile = (
  path: string,
  about: { mediaType: FileKind; fileEncSha256B64: string; timeoutMs: number },
) => Promise<{ mediaUrl: string; directPath: string }>;

interface Upload {
  put: PutFile;
  type: FileKind;
  file: MediaFile;
  timing: Pick<Timing, 'uploadTimeoutMs' | 'sendTimeoutMs'>;
  clock: Clock;
}

/** The content of a message without its caption. */
export async function uploadMedia(upload: Upload, stopped: AbortSignal): Promise<Uint8Array> {
  const { put, type, file, timing, clock } = upload;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timing.uploadTimeoutMs)]);
  const encryptedPath = `${file.path}.encrypted`;
  try {
    const encrypted = await encryptFile(file.path, encryptedPath, type, signal);
    const fileEncSha256B64 = encrypted.fileEncSha256.toString('base64');
    const timeoutMs = timing.sendTimeoutMs;
    const uploading = put(encryptedPath, { mediaType: type, fileEncSha256B64, timeoutMs });
    const { mediaUrl: url, directPath } = await unlessAborted(signal, uploading);
    const mediaKeyTimestamp = Math.floor(clock.now().getTime() / 1000);
    const { mimetype, fileName, isAnimated = false } = file;
    const part = { ...encrypted, url, directPath, mediaKeyTimestamp, mimetype };
    return proto.Message.encode(messageOf(type, part, { fileName, isAnimated })).finish();
  } finally {
    await rm(encryptedPath, { force: true });
  }
}

/** Sound and stickers have no caption. */
export function captioned(content: Uint8Array, caption: string | null): Uint8Array {
  const message = proto.Message.decode(content);
  const part = message.imageMessage ?? message.videoMessage ?? message.documentMessage;
  if (!caption || !part) return content;
  part.caption = caption;
  return proto.Message.encode(message).finish();
}

export function soundTypeOf(content: Uint8Array): string | null | undefined {
  return proto.Message.decode(content).audioMessage?.mimetype;
}

type FilePart = Pick<
  proto.Message.IDocumentMessage,
  keyof EncryptedFile | 'url' | 'directPath' | 'mediaKeyTimestamp' | 'mimetype'
>;

/** Media parsers must not read files of strangers: no preview, no duration. */
function messageOf(
  type: FileKind,
  part: FilePart,
  { fileName, isAnimated }: { fileName: string; isAnimated: boolean },
): proto.IMessage {
  switch (type) {
    case 'image':
      return { imageMessage: part };
    case 'video':
      return { videoMessage: part };
    case 'audio':
      return { audioMessage: { ...part, ptt: false } };
    case 'sticker':
      return { stickerMessage: { ...part, isAnimated } };
    case 'document':
      return { documentMessage: { ...part, fileName, title: fileName } };
    default:
      return type satisfies never;
  }
}

/** The work goes on, but its result is ignored. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}
