import { sessionHeaders } from '../api/client.ts';
import { gatewayPath } from '../place.ts';
import { createEventReader, type LiveEvent } from './events.ts';

/** The gateway sends a comment every 15 s. */
const SILENCE_MS = 35_000;
const RETRY_MS = { first: 500, most: 15_000 };

interface Reader {
  lastId: string | null;
  /** All events of one piece of the answer, so that one redraw shows them. */
  onEvents(events: readonly LiveEvent[], lastId: string | null): void;
  onOpen(): void;
  onLost(): void;
  /** The session has ended. */
  onRefused(): void;
}

/**
 * Reads the stream until `signal` aborts, and opens it again after the last event whenever it ends. EventSource does
 * not show the comments that prove a connection alive, so this reads the bytes.
 */
export async function readStream(signal: AbortSignal, reader: Reader): Promise<void> {
  let lastId = reader.lastId;
  let waitMs = RETRY_MS.first;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const outcome = await readOnce(attempt, lastId, reader, (id) => {
        lastId = id;
        waitMs = RETRY_MS.first;
      });
      if (outcome === 'refused') return reader.onRefused();
    } catch {
      // A broken connection is ordinary: the next attempt follows.
    } finally {
      signal.removeEventListener('abort', abort);
      attempt.abort();
    }
    if (signal.aborted) return;
    reader.onLost();
    await pause(waitMs * (0.75 + Math.random() / 2), signal);
    waitMs = Math.min(waitMs * 2, RETRY_MS.most);
  }
}

async function readOnce(
  attempt: AbortController,
  lastId: string | null,
  reader: Reader,
  onProgress: (lastId: string | null) => void,
): Promise<'ended' | 'refused'> {
  let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
  try {
    const response = await fetch(gatewayPath('/app/api/stream'), {
      headers: { ...sessionHeaders(), ...(lastId !== null && { 'last-event-id': lastId }) },
      signal: attempt.signal,
      cache: 'no-store',
    });
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'ended';
    reader.onOpen();
    const read = createEventReader();
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), SILENCE_MS);
      const { events, lastId: id } = read(text);
      onProgress(id ?? lastId);
      reader.onEvents(events, id);
    }
    return 'ended';
  } finally {
    clearTimeout(silence);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
