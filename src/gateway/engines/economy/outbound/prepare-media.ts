import type { Clock } from '../../../../platform/lib/clock.ts';
import type { MediaFetcher } from '../../../../platform/lib/media/fetcher.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { NO_VOICE, type OutboundMessage, type Preparation, VOICE_TYPE } from '../../engine.ts';
import type { Connection } from '../connection/connection.ts';
import { reasonOf } from '../error-reason.ts';
import type { Timing } from '../timing.ts';
import { NOT_CONNECTED } from './transmit.ts';
import { uploadMedia } from './upload-media.ts';

interface PrepareParts {
  media: MediaFetcher;
  timing: Timing;
  clock: Clock;
}

/** Never rejects. No file stays on the disk. */
export async function prepareMedia(
  connection: Connection,
  message: OutboundMessage,
  parts: PrepareParts,
  signal: AbortSignal,
): Promise<Preparation> {
  const { type, waMessageId } = message;
  if (!isFileKind(type)) return refusal(`Messages of type ${type} have no file.`);
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const end of [connection.endSignal, signal]) {
    end.addEventListener('abort', abort);
    if (end.aborted) abort();
  }
  try {
    const fetched = await parts.media.fetch(message.mediaUrl ?? '', type, stop.signal);
    if (fetched.outcome === 'refused') return fetched;
    if (fetched.outcome === 'aborted') return NOT_CONNECTED;
    await using file = fetched.file;
    if (message.voice && file.mimetype !== VOICE_TYPE) return NO_VOICE;
    const upload = { sock: connection.client.sock, type, file, caption: message.body, ...parts };
    return { outcome: 'prepared', content: await uploadMedia(upload, stop.signal) };
  } catch (error) {
    if (stop.signal.aborted) return NOT_CONNECTED;
    connection.log.warn({ waMessageId, reason: reasonOf(error) }, 'economy.upload_failed');
    return { outcome: 'not_written', code: 'upload_failed', message: 'Kurir could not upload the file.' };
  } finally {
    for (const end of [connection.endSignal, signal]) end.removeEventListener('abort', abort);
  }
}

const refusal = (message: string): Preparation => ({
  outcome: 'refused',
  code: 'type_not_supported',
  message,
});
