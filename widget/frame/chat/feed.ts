import { type Client, Refused } from './client.ts';
import type { Message, Page } from './message.ts';
import { backOffMs, openPause } from './waiting.ts';

/** The chat as the gateway shows it now. */
export interface Scene {
  /** The newest ones. */
  messages: Message[];
  answering: 'bot' | 'person' | 'waiting' | null;
  typing: boolean;
  /** False: a form takes the question. */
  is_open: boolean;
}

interface Listener {
  onScene(scene: Scene): void;
  onPage(page: Page): void;
  /** Whether the stream is open. */
  onState(isConnected: boolean): void;
  onRefused(refused: Refused): void;
}

export interface Feed {
  close(): void;
}

/** The gateway writes at least every 15 s. */
const SILENCE_MS = 40_000;
/** The chat comes at once, unless a proxy holds the stream back. */
const FIRST_MS = 15_000;
const POLL_MS = 20_000;
/** After these failures in a row, pages are read too. */
const FAILURES_BEFORE_POLL = 2;

/** Follows the chat until it is closed. */
export function openFeed(client: Pick<Client, 'stream' | 'page'>, listener: Listener): Feed {
  const pause = openPause();
  let abort = new AbortController();
  let isClosed = false;

  const follow = async () => {
    abort = new AbortController();
    const first = setTimeout(() => abort.abort(), FIRST_MS);
    let timer = setTimeout(() => abort.abort(), SILENCE_MS);
    let isConnected = false;
    try {
      const stream = await client.stream(abort.signal);
      for await (const text of eventsOf(stream, () => {
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(), SILENCE_MS);
      })) {
        if (isClosed) break;
        clearTimeout(first);
        isConnected = true;
        listener.onState(true);
        listener.onScene(JSON.parse(text));
      }
    } finally {
      clearTimeout(first);
      clearTimeout(timer);
      abort.abort();
    }
    return isConnected;
  };
  const poll = async () => {
    const page = await client.page();
    if (!isClosed) listener.onPage(page);
  };
  const run = async () => {
    let failures = 0;
    while (!isClosed) {
      let refused = new Refused(0);
      const isConnected = await follow().catch((error: unknown) => {
        if (error instanceof Refused) refused = error;
        return false;
      });
      if (isClosed) return;
      if (!refused.isPassing) return listener.onRefused(refused);
      failures = isConnected ? 0 : failures + 1;
      if (failures > 0) listener.onState(false);
      const isPolling = failures > FAILURES_BEFORE_POLL;
      if (isPolling) await poll().catch(() => {});
      await pause.wait(isPolling ? Math.max(POLL_MS, refused.waitMs) : backOffMs(failures, refused.waitMs));
    }
  };
  void run();
  return {
    close() {
      isClosed = true;
      abort.abort();
      pause.end();
    },
  };
}

/** The data of each event in a stream of server-sent events. Comments keep it alive. */
async function* eventsOf(stream: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').filter((line) => line.startsWith('data: '));
      if (data.length > 0) yield data.map((line) => line.slice(6)).join('\n');
    }
  }
}
