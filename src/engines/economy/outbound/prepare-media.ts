import { rm } from 'node:fs/promises';
import { proto } from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import type { MediaFetcher, MediaFile } from '../../../lib/media/fetcher.ts';
import { isMediaType, type MediaType } from '../../../lib/media/formats.ts';
import type { OutboundMessage, Preparation } from '../../engine.ts';
import type { Connection } from '../connection/connection.ts';
import type { Timing } from '../timing.ts';
import { type Sealed, seal } from './encrypt-file.ts';
import { NOT_CONNECTED, nameOf } from './transmit.ts';

/**
 * Fetches the file of a media message, uploads it and answers with the encoded message that points to it. Ends soon after the signal or the
 * connection does; never rejects. Nothing of it stays on the disk.
 */
export async function prepareMedia(
  connection: Connection,
  message: OutboundMessage,
  parts: { media: MediaFetcher; timing: Timing; clock: Clock },
  signal: AbortSignal,
): Promise<Preparation> {
  const { type, waMessageId } = message;
  if (!isMediaType(type)) return refusal(`Messages of type ${type} have no file.`);
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  for (const end of [connection.over, signal]) {
    end.addEventListener('abort', giveUp);
    if (end.aborted) giveUp();
  }
  try {
    const fetched = await parts.media.fetch(message.mediaUrl ?? '', type, stop.signal);
    if (fetched.outcome === 'refused') return fetched;
    if (fetched.outcome === 'aborted') return NOT_CONNECTED;
    await using file = fetched.file;
    const content = await upload(connection, type, file, message.body, parts, stop.signal);
    return { outcome: 'prepared', content };
  } catch (error) {
    if (stop.signal.aborted) return NOT_CONNECTED;
    connection.log.warn({ waMessageId, reason: nameOf(error) }, 'economy.upload_failed');
    return { outcome: 'not_written', code: 'upload_failed', message: 'Kurir could not upload the file.' };
  } finally {
    for (const end of [connection.over, signal]) end.removeEventListener('abort', giveUp);
  }
}

async function upload(
  { sock }: Connection,
  type: MediaType,
  file: MediaFile,
  caption: string | null,
  parts: { timing: Timing; clock: Clock },
  stopped: AbortSignal,
): Promise<Uint8Array> {
  const { timing, clock } = parts;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timing.uploadTimeoutMs)]);
  const sealedPath = `${file.path}.sealed`;
  try {
    const sealed = await seal(file.path, sealedPath, type, signal);
    const fileEncSha256B64 = sealed.fileEncSha256.toString('base64');
    const timeoutMs = timing.sendTimeoutMs;
    const uploading = sock.waUploadToServer(sealedPath, { mediaType: type, fileEncSha256B64, timeoutMs });
    const { mediaUrl: url, directPath } = await unlessAborted(signal, uploading);
    const mediaKeyTimestamp = Math.floor(clock.now().getTime() / 1000);
    const { mimetype, fileName } = file;
    const part = { ...sealed, url, directPath, mediaKeyTimestamp, mimetype };
    return proto.Message.encode(messageOf(type, part, fileName, caption)).finish();
  } finally {
    await rm(sealedPath, { force: true });
  }
}

type Part = Pick<
  proto.Message.IDocumentMessage,
  keyof Sealed | 'url' | 'directPath' | 'mediaKeyTimestamp' | 'mimetype'
>;

/** No previews and no durations: phones make their own, and programs that do are not to be let loose on strangers' files. */
function messageOf(type: MediaType, part: Part, fileName: string, body: string | null): proto.IMessage {
  const caption = body || null;
  switch (type) {
    case 'image':
      return { imageMessage: { ...part, caption } };
    case 'video':
      return { videoMessage: { ...part, caption } };
    case 'audio':
      return { audioMessage: { ...part, ptt: false } };
    case 'document':
      return { documentMessage: { ...part, caption, fileName, title: fileName } };
    default:
      return type satisfies never;
  }
}

/** What is under way elsewhere goes on until its own end, unheard. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  return promise;
}

const refusal = (message: string): Preparation => ({
  outcome: 'refused',
  code: 'type_not_supported',
  message,
});
