import { type Clock, DAY } from '../../../../platform/lib/clock.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { NO_VOICE, type OutboundMessage, type Preparation, VOICE_TYPE } from '../../engine.ts';
import type { UploadOnce } from '../../upload-once.ts';
import type { Connection } from '../connection/connection.ts';
import { reasonOf } from '../error-reason.ts';
import type { Timing } from '../timing.ts';
import { NOT_CONNECTED } from './transmit.ts';
import { captioned, soundTypeOf, uploadMedia } from './upload-media.ts';

interface PrepareParts {
  uploads: UploadOnce;
  timing: Timing;
  clock: Clock;
}

/** The network keeps a file for about 30 days. Recipients may fetch it weeks after its message. */
export const USABLE_MS = 7 * DAY;

/** Never rejects. No file stays on the disk. */
export async function prepareMedia(
  connection: Connection,
  message: OutboundMessage,
  { uploads, timing, clock }: PrepareParts,
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
    const { signal } = stop;
    const { sock } = connection.client;
    const uploaded = await uploads.prepare({
      type,
      url: message.mediaUrl ?? '',
      signal,
      upload: async (file) => ({
        outcome: 'uploaded',
        file: await uploadMedia({ sock, type, file, timing, clock }, signal),
      }),
    });
    if (uploaded.outcome !== 'uploaded') return uploaded;
    if (message.voice && soundTypeOf(uploaded.file) !== VOICE_TYPE) return NO_VOICE;
    return { outcome: 'prepared', content: captioned(uploaded.file, message.body) };
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
