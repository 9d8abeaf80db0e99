import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const NO_ANSWER_MS = 30_000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

export interface Answer {
  status: number;
  /** Names in lower case. Repeated headers are joined by a comma. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  ms: number;
}

/** Why an answer is missing. */
export type NoAnswer = 'closed' | 'timeout';

interface SendOptions {
  method: string;
  last: boolean;
  half: boolean;
}

export interface Wire {
  /**
   * Sends the pieces and waits for one answer. `last`: the connection ends afterwards. `half`: closes the
   * sending side.
   */
  send(pieces: readonly Buffer[], options: SendOptions): Promise<Answer | NoAnswer>;
  close(): void;
}

/** A client that sends any bytes: one request at a time, over one connection. */
export function openWire(port: number): Wire {
  let socket: Socket | null = null;

  async function connected(): Promise<Socket> {
    if (socket && !socket.destroyed && socket.writable) return socket;
    const fresh = connect({ port, host: '127.0.0.1', noDelay: true });
    // An error shows as a missing answer.
    fresh.on('error', () => {});
    await Promise.race([once(fresh, 'connect'), once(fresh, 'close')]);
    socket = fresh;
    return fresh;
  }

  return {
    async send(pieces, { method, last, half }) {
      const line = await connected();
      const started = performance.now();
      const answered = readAnswer(line, method);
      for (const piece of pieces) {
        line.write(piece);
        // Each piece in a separate packet.
        if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
      }
      if (half) line.end();
      const result = await answered;
      const isOver = last || half || typeof result === 'string' || result.rest > 0 || endsLine(result.answer);
      if (isOver) line.destroy();
      if (typeof result === 'string') return result;
      return { ...result.answer, ms: performance.now() - started };
    },
    close() {
      socket?.destroy();
    },
  };
}

type Parsed = { answer: Omit<Answer, 'ms'>; rest: number };

function readAnswer(line: Socket, method: string): Promise<Parsed | NoAnswer> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => finish('timeout'), NO_ANSWER_MS);
    const finish = (result: Parsed | NoAnswer) => {
      clearTimeout(timer);
      line.off('data', onData).off('close', onClose);
      resolve(result);
    };
    const onData = (bytes: Buffer) => {
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
      const parsed = parseAnswer(received, method, false);
      if (parsed) finish(parsed);
    };
    const onClose = () => finish(parseAnswer(received, method, true) ?? 'closed');
    line.on('data', onData).on('close', onClose);
    if (line.destroyed) onClose();
  });
}

/** Null while the answer is incomplete. Interim answers (100) are skipped. */
function parseAnswer(bytes: Buffer, method: string, isEnd: boolean): Parsed | null {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  const after = bytes.subarray(headEnd + END_OF_HEAD.length);
  if (status < 200) return parseAnswer(after, method, isEnd);

  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const earlier = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), earlier === undefined ? value : `${earlier}, ${value}`);
  }
  const body = bodyOf(after, { status, headers, method, isEnd });
  if (!body) return null;
  return { answer: { status, headers, body: body.bytes }, rest: after.length - body.length };
}

function bodyOf(
  after: Buffer,
  about: { status: number; headers: ReadonlyMap<string, string>; method: string; isEnd: boolean },
): { bytes: Buffer; length: number } | null {
  const { status, headers, method, isEnd } = about;
  if (method === 'HEAD' || status === 204 || status === 304) return { bytes: Buffer.alloc(0), length: 0 };
  // It has no end.
  if (isLive(headers)) return { bytes: Buffer.alloc(0), length: after.length };
  if (headers.get('transfer-encoding') === 'chunked') return chunked(after);
  const declared = headers.get('content-length');
  if (declared === undefined) return isEnd ? { bytes: after, length: after.length } : null;
  const length = Number(declared);
  return after.length < length ? null : { bytes: after.subarray(0, length), length };
}

const isLive = (headers: ReadonlyMap<string, string>) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

function chunked(after: Buffer): { bytes: Buffer; length: number } | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = after.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(after.toString('latin1', at, lineEnd), 16);
    // No chunk: the answer has no end.
    if (Number.isNaN(size)) return null;
    const end = lineEnd + 2 + size + 2;
    if (after.length < end) return null;
    if (size === 0) return { bytes: Buffer.concat(parts), length: end };
    parts.push(after.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}

function endsLine({ headers }: Parsed['answer']): boolean {
  return isLive(headers) || headers.get('connection')?.toLowerCase() === 'close';
}
