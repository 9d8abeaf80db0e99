import { type Clock, DAY } from '../../../../platform/lib/clock.ts';
import type { Log } from '../../../../platform/lib/log.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { NO_VOICE, type OutboundMessage, type Preparation, VOICE_TYPE } from '../../engine.ts';
import type { UploadOnce } from '../../upload-once.ts';
import { reasonOf } from '../error-reason.ts';
import type { Timing } from '../timing.ts';
import { NOT_CONNECTED } from './outcomes.ts';
import { captioned, type PutFile, soundTypeOf, uploadMedia } from './upload-media.ts';

/** A connection, as an upload needs one. */
interface UploadLine {
  /** Of the connection. */
  endSignal: AbortSignal;
  log: Log;
  put: PutFile;
}

interface PrepareParts {
  uploads: UploadOnce;
  timing: Pick<Timing, 'uploadTimeoutMs' | 'sendTimeoutMs'>;
  clock: Clock;
}

/** The network keeps a file for about 30 days. Recipients may fetch it weeks after its message. */
export const USABLE_MS = 7 * DAY;

/** Never rejects. No file stays on the disk. */
export async function prepareMedia(
  line: UploadLine,
  message: OutboundMessage,
  { uploads, timing, clock }: PrepareParts,
  signal: AbortSignal,
): Promise<Preparation> {
  const { type, waMessageId } = message;
  if (!isFileKind(type)) return refusal(`Messages of type ${type} have no file.`);
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const end of [line.endSignal, signal]) {
    end.addEventListener('abort', abort);
    if (end.aborted) abort();
  }
  try {
    const { signal } = stop;
    const uploaded = await uploads.prepare({
      type,
      url: message.mediaUrl ?? '',
      signal,
      upload: async (file) => ({
        outcome: 'uploaded',
        file: await uploadMedia({ put: line.put, type, file, timing, clock }, signal),
      }),
    });
    if (uploaded.outcome !== 'uploaded') return uploaded;
    if (message.voice && soundTypeOf(uploaded.file) !== VOICE_TYPE) return NO_VOICE;
    return { outcome: 'prepared', content: captioned(uploaded.file, message.body) };
  } catch (error) {
    if (stop.signal.aborted) return NOT_CONNECTED;
    line.log.warn({ waMessageId, reason: reasonOf(error) }, 'economy.upload_failed');
    return { outcome: 'not_written', code: 'upload_failed', message: 'Kurir could not upload the file.' };
  } finally {
    for (const end of [line.endSignal, signal]) end.removeEventListener('abort', abort);
  }
}

const refusal = (message: string): Preparation => ({
  outcome: 'refused',
  code: 'type_not_supported',
  message,
});
