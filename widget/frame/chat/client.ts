import type { Draft, Message, Page } from './message.ts';
import type { TokenStore } from './token.ts';

const TIMEOUT_MS = 20_000;
const FILE_MS = 300_000;
const SECOND = 1000;

/** The gateway refused a call, or was not there. */
export class Refused extends Error {
  /** 0: no answer. */
  readonly status: number;
  /** Of the answer: `chat_closed`. */
  readonly code: string;
  /** From Retry-After. */
  readonly waitMs: number;

  constructor(status: number, { code = '', waitMs = 0 } = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.waitMs = waitMs;
  }

  /** The same call may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export interface Client {
  send(draft: Draft): Promise<Message>;
  page(before?: string): Promise<Page>;
  /** The uploaded file of a message. */
  file(message: string): Promise<Blob>;
  seen(upTo: string, status: 'delivered' | 'read'): Promise<void>;
  /** `qr`: an SVG of the link. */
  goOn(): Promise<{ url: string; qr: string; expires_at: string }>;
  /** The body of the answer has no end. */
  stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** From now on, calls are those of the signed visitor. Returns whether another one was signed before. */
  identify(identity: string): boolean;
}

/**
 * Calls the gateway as one visitor. A token that it refuses is replaced once per call. The token of a signed visitor is
 * never kept: the next person at this browser may be another one.
 */
export function openClient(widget: string, store: TokenStore): Client {
  const at = new URL(`./${widget}/`, location.href);
  let identity: string | undefined;
  let token: Promise<string> | null = null;

  const getToken = () => {
    const kept = identity === undefined ? store.get() : null;
    token ??= kept === null ? newToken() : Promise.resolve(kept);
    token.catch(() => {
      token = null;
    });
    return token;
  };
  const newToken = async () => {
    const signed = identity;
    const answer = await call(
      new URL('visitors', at),
      post({ ...(signed !== undefined && { identity: signed }) }),
    );
    const { token: made }: { token: string } = await answer.json();
    if (signed === undefined) store.set(made);
    return made;
  };
  const asVisitor = async (path: string, init: RequestInit = {}, isSecond = false): Promise<Response> => {
    const used = getToken();
    const headers = { ...init.headers, authorization: `Bearer ${await used}` };
    try {
      return await call(new URL(path, at), { ...init, headers });
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401 || isSecond) throw error;
      if (token === used) {
        token = null;
        if (identity === undefined) store.set(null);
      }
      return asVisitor(path, init, true);
    }
  };
  const json = async (path: string, init?: RequestInit) => (await asVisitor(path, init)).json();
  return {
    send: (draft) => json('messages', post(draft)),
    page: (before) =>
      json(before === undefined ? 'messages' : `messages?before=${encodeURIComponent(before)}`),
    file: async (message) => (await asVisitor(filePath(message), forFile())).blob(),
    seen: async (up_to, status) => {
      await asVisitor('seen', post({ up_to, status }));
    },
    goOn: () => json('continue', post({})),
    async stream(signal) {
      const { body } = await asVisitor('events', { signal });
      if (!body) throw new Refused(0);
      return body;
    },
    identify(given) {
      const isOther = identity !== undefined && userOf(identity) !== userOf(given);
      identity = given;
      token = null;
      return isOther;
    },
  };
}

/** The user in a signed identity, only to tell one from another: the gateway checks it. */
function userOf(identity: string): unknown {
  try {
    const [, payload = ''] = identity.split('.');
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return identity;
  }
}

const filePath = (message: string) => `files/${encodeURIComponent(message)}`;
const forFile = (): RequestInit => ({ signal: AbortSignal.timeout(FILE_MS) });

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function call(url: URL, init: RequestInit): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { ...init, signal, cache: 'no-store', credentials: 'omit' }).catch(
    () => null,
  );
  if (answer?.ok) return answer;
  if (!answer) throw new Refused(0);
  const waitMs = SECOND * (Number(answer.headers.get('retry-after')) || 0);
  const problem: { error?: unknown } | null = await answer.json().catch(() => null);
  throw new Refused(answer.status, { code: String(problem?.error), waitMs });
}
