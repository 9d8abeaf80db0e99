import { call } from './call.ts';
import { asProblem } from './problem.ts';
import type { Schema } from './schemas.ts';
import { type SendOptions, sendBytes } from './send-bytes.ts';

/** Smaller files are sent whole. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Without one further byte. The user can begin again afterwards, and goes on. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

type Place = Schema<'PartialUpload'>;

/** Of files that have begun, so that a second try goes on. */
const begun = new WeakMap<File, string>();

/** Goes on by itself after a lost connection. */
export async function uploadInParts(
  file: File,
  { type, signal, onProgress }: SendOptions & { type: Schema<'UploadedMedia'>['type'] | null },
): Promise<Schema<'UploadedMedia'>> {
  const dropped = () => {
    const id = begun.get(file);
    begun.delete(file);
    if (id !== undefined) void call('DELETE /media/uploads/{id}', { id }).catch(() => {});
  };
  signal.addEventListener('abort', dropped, { once: true });
  let place = await resuming(() => placeOf(file, signal), signal);
  while (place.offset < file.size) {
    const { id, offset } = place;
    const part = file.slice(offset, offset + PART_BYTES);
    const onPart = (share: number) => onProgress((offset + share * part.size) / file.size);
    place = await resuming(async (isFirst) => {
      const known = isFirst ? place : await placeOf(file, signal);
      if (known.id !== id || known.offset !== offset) return known;
      await sendPart(known, part, { signal, onProgress: onPart });
      return { ...known, offset: offset + part.size };
    }, signal);
  }
  const { id } = place;
  const query = { type: type ?? undefined };
  const stored = await resuming(() => call('POST /media/uploads/{id}/finish', { id, query, signal }), signal);
  signal.removeEventListener('abort', dropped);
  begun.delete(file);
  return stored;
}

/** Where the upload of this file goes on: a new one when there is none. */
async function placeOf(file: File, signal: AbortSignal): Promise<Place> {
  const id = begun.get(file);
  const known = id === undefined ? null : await call('GET /media/uploads/{id}', { id }).catch(nullWithout);
  const place = known ?? (await begin(file, signal));
  begun.set(file, place.id);
  return place;
}

function nullWithout(problem: unknown): null {
  if (asProblem(problem).code === 'upload_not_found') return null;
  throw problem;
}

async function begin(file: File, signal: AbortSignal): Promise<Place> {
  const inBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const headers = {
    'upload-length': String(file.size),
    'upload-metadata': `filename ${inBase64(file.name)},filetype ${inBase64(file.type)}`,
  };
  return (await sendBytes('POST', '/app/api/media/uploads', { headers, signal })).json();
}

async function sendPart({ id, offset }: Place, part: Blob, options: SendOptions): Promise<void> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
  await sendBytes('PATCH', `/app/api/media/uploads/${id}`, { headers, body: part, ...options });
}

/** Repeats what the network prevents. */
async function resuming<Result>(
  work: (isFirst: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const start = Date.now();
  for (let tries = 0; ; tries += 1) {
    try {
      signal.throwIfAborted();
      return await work(tries === 0);
    } catch (error) {
      const problem = asProblem(error);
      const mayPass = problem.isTemporary || problem.code === 'upload_offset_wrong';
      if (signal.aborted || !mayPass || Date.now() - start > PATIENCE_MS) throw error;
      await connected(Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS), signal);
    }
  }
}

/** After this time, or as soon as the browser has a network again. */
function connected(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
