import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { z } from 'zod';
import { DAY, MINUTE } from '../../../../platform/lib/clock.ts';
import type { MediaFile } from '../../../../platform/lib/media/fetcher.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { NO_VOICE, type OutboundMessage, type Preparation, VOICE_TYPE } from '../../engine.ts';
import type { Upload, UploadOnce } from '../../upload-once.ts';
import type { GraphCall } from '../graph/graph.ts';
import type { GraphReply } from '../graph/reply.ts';
import { encodeFile } from './message-body.ts';
import { judgeError, NOT_CONNECTED } from './outcome.ts';

export interface NumberApi {
  post(
    edge: 'messages' | 'media',
    body: object,
    options: Pick<GraphCall, 'timeoutMs' | 'signal'>,
  ): Promise<GraphReply>;
}

const UPLOAD_TIMEOUT_MS = 2 * MINUTE;

/** The provider keeps an upload for 30 days. A message may wait for its send. */
export const USABLE_MS = 29 * DAY;

const Uploaded = z.object({ id: z.string() });

/** How messages name an upload. */
const NetworkFile = z.object({ id: z.string(), filename: z.string(), mimetype: z.string() });
type NetworkFile = z.infer<typeof NetworkFile>;

/**
 * Uploads bytes, not links: the type comes from them, and a page is refused. `refusedId`: the provider no longer has
 * this upload. Never rejects.
 */
export async function prepareFile(
  uploads: UploadOnce,
  number: NumberApi,
  { type, mediaUrl, voice }: OutboundMessage,
  { signal, refusedId }: { signal: AbortSignal; refusedId?: string },
): Promise<Preparation> {
  if (!isFileKind(type)) {
    return {
      outcome: 'refused',
      code: 'type_not_supported',
      message: `Messages of type ${type} have no file.`,
    };
  }
  if (signal.aborted) return NOT_CONNECTED;
  try {
    const uploaded = await uploads.prepare({
      type,
      url: mediaUrl ?? '',
      signal,
      fewFormats: true,
      ...(refusedId !== undefined && { isRefused: (file) => decode(file).id === refusedId }),
      upload: (file) => upload(number, file, signal),
    });
    if (uploaded.outcome !== 'uploaded') return uploaded;
    const { id, filename, mimetype } = decode(uploaded.file);
    if (voice && mimetype !== VOICE_TYPE) return NO_VOICE;
    return { outcome: 'prepared', content: encodeFile({ id, filename }) };
  } catch {
    return { outcome: 'not_written', code: 'media_not_read', message: 'Kurir could not store the file.' };
  }
}

const decode = (file: Uint8Array): NetworkFile => NetworkFile.parse(JSON.parse(Buffer.from(file).toString()));

async function upload(number: NumberApi, file: MediaFile, signal: AbortSignal): Promise<Upload> {
  const body = new FormData();
  body.set('messaging_product', 'whatsapp');
  const type = acceptedType(file.mimetype);
  body.set('type', type);
  body.set('file', await openAsBlob(file.path, { type }), file.fileName);
  const reply = await number.post('media', body, { timeoutMs: UPLOAD_TIMEOUT_MS, signal });
  if (reply.outcome === 'error') {
    const judged = judgeError(reply);
    const { code, message } = judged;
    // The message itself did not reach the provider.
    return judged.outcome === 'refused' ? { outcome: 'refused', code, message } : judged;
  }
  const uploaded = reply.outcome === 'ok' ? Uploaded.safeParse(reply.body) : null;
  if (signal.aborted) return NOT_CONNECTED;
  if (!uploaded?.success) {
    return { outcome: 'not_written', code: 'upload_failed', message: 'Kurir could not upload the file.' };
  }
  const made: NetworkFile = { id: uploaded.data.id, filename: file.fileName, mimetype: file.mimetype };
  return { outcome: 'uploaded', file: Buffer.from(JSON.stringify(made)) };
}

/** The provider knows one type of text; the name chooses the program. */
const acceptedType = (mimetype: string) =>
  /^text\/|^application\/(json|xml)$/.test(mimetype) ? 'text/plain' : mimetype;
