import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { z } from 'zod';
import { MINUTE } from '../../lib/clock.ts';
import type { MediaFetcher, MediaFile } from '../../lib/media/fetcher.ts';
import { fileNameOf } from '../../lib/media/file-name.ts';
import { isMediaType } from '../../lib/media/formats.ts';
import type { OutboundMessage, Preparation } from '../engine.ts';
import { encodeFile, type PreparedFile } from './content.ts';
import type { GraphCall, GraphReply } from './graph.ts';
import { judgeError } from './sending.ts';

const UPLOAD_TIMEOUT_MS = 2 * MINUTE;

const Uploaded = z.object({ id: z.string() });

export interface MediaParts {
  media: MediaFetcher;
  /** Whether anybody in the world can fetch it. */
  isPublic(url: string): Promise<boolean>;
}

/** A POST to an edge of the device's number, with its credentials. */
export type PostToNumber = (
  edge: 'messages' | 'media',
  body: object,
  options: Pick<GraphCall, 'timeoutMs' | 'signal'>,
) => Promise<GraphReply>;

export const NOT_CONNECTED = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
} as const;

/**
 * Leaves a file that anybody can fetch to the provider; any other one is fetched here and uploaded. Never rejects; ends soon after the
 * signal.
 */
export async function prepareMedia(
  parts: MediaParts,
  post: PostToNumber,
  { type, mediaUrl }: OutboundMessage,
  signal: AbortSignal,
): Promise<Preparation> {
  const url = mediaUrl ?? '';
  if (!isMediaType(type)) {
    return {
      outcome: 'refused',
      code: 'type_not_supported',
      message: `Messages of type ${type} have no file.`,
    };
  }
  if (signal.aborted) return NOT_CONNECTED;
  if (await parts.isPublic(url)) {
    return prepared({ link: url, filename: fileNameOf(null, new URL(url), '') });
  }
  try {
    const fetched = await parts.media.fetch(url, type, signal);
    if (fetched.outcome === 'refused') return fetched;
    if (fetched.outcome === 'aborted') return NOT_CONNECTED;
    await using file = fetched.file;
    return await upload(post, file, signal);
  } catch {
    return { outcome: 'not_written', code: 'media_not_read', message: 'Kurir could not store the file.' };
  }
}

async function upload(post: PostToNumber, file: MediaFile, signal: AbortSignal): Promise<Preparation> {
  const body = new FormData();
  body.set('messaging_product', 'whatsapp');
  body.set('type', file.mimetype);
  body.set('file', await openAsBlob(file.path, { type: file.mimetype }), file.fileName);
  // An upload whose outcome is unknown is a file that nobody will ever ask for.
  const reply = await post('media', body, { timeoutMs: UPLOAD_TIMEOUT_MS, signal });
  if (reply.outcome === 'error') {
    const judged = judgeError(reply);
    const { code, message } = judged;
    // The message itself has not got as far as the provider.
    return judged.outcome === 'refused' ? { outcome: 'refused', code, message } : judged;
  }
  const uploaded = reply.outcome === 'ok' ? Uploaded.safeParse(reply.body) : null;
  if (signal.aborted) return NOT_CONNECTED;
  if (!uploaded?.success) {
    return { outcome: 'not_written', code: 'upload_failed', message: 'Kurir could not upload the file.' };
  }
  return prepared({ id: uploaded.data.id, filename: file.fileName });
}

const prepared = (file: PreparedFile): Preparation => ({ outcome: 'prepared', content: encodeFile(file) });
