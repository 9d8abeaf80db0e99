import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { z } from 'zod';
import { MINUTE } from '../../../../platform/lib/clock.ts';
import type { MediaFetcher, MediaFile } from '../../../../platform/lib/media/fetcher.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { NO_VOICE, type OutboundMessage, type Preparation, VOICE_TYPE } from '../../engine.ts';
import type { GraphCall } from '../graph/graph.ts';
import type { GraphReply } from '../graph/reply.ts';
import { encodeFile, type PreparedFile } from './message-body.ts';
import { judgeError, NOT_CONNECTED } from './outcome.ts';

export interface NumberApi {
  post(
    edge: 'messages' | 'media',
    body: object,
    options: Pick<GraphCall, 'timeoutMs' | 'signal'>,
  ): Promise<GraphReply>;
}

const UPLOAD_TIMEOUT_MS = 2 * MINUTE;

const Uploaded = z.object({ id: z.string() });

/** Uploads bytes, not links: the type comes from them, and a page is refused. Never rejects. */
export async function prepareFile(
  media: MediaFetcher,
  number: NumberApi,
  { type, mediaUrl, voice }: OutboundMessage,
  signal: AbortSignal,
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
    const fetched = await media.fetch(mediaUrl ?? '', type, signal, { fewFormats: true });
    if (fetched.outcome === 'refused') return fetched;
    if (fetched.outcome === 'aborted') return NOT_CONNECTED;
    await using file = fetched.file;
    if (voice && file.mimetype !== VOICE_TYPE) return NO_VOICE;
    return await upload(number, file, signal);
  } catch {
    return { outcome: 'not_written', code: 'media_not_read', message: 'Kurir could not store the file.' };
  }
}

async function upload(number: NumberApi, file: MediaFile, signal: AbortSignal): Promise<Preparation> {
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
  return prepared({ id: uploaded.data.id, filename: file.fileName });
}

/** The provider knows one type of text; the name chooses the program. */
const acceptedType = (mimetype: string) =>
  /^text\/|^application\/(json|xml)$/.test(mimetype) ? 'text/plain' : mimetype;

const prepared = (file: PreparedFile): Preparation => ({ outcome: 'prepared', content: encodeFile(file) });
