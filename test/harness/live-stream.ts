import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, onTestFinished } from 'vitest';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import type { Context } from '../../src/context.ts';
import { EVENT_TYPES } from '../../src/gateway/events/event.ts';
import { createKey } from '../../src/platform/accounts/key.ts';
import type { Scope } from '../../src/platform/accounts/schema.ts';
import type { TestContext } from './context.ts';
import type { Json } from './shop.ts';
import { until } from './until.ts';

export interface StreamEvent {
  id: string;
  event: string;
  /** The text of the data. */
  text: string;
  data: Json;
}

/** A client that reads a stream. */
export interface ReadStream {
  events: StreamEvent[];
  /** Also of comments and invisible events. */
  lastId(): string;
  /** Waits for an event that fits. */
  get(type: string, fits?: (data: Json) => boolean): Promise<StreamEvent>;
  ended: Promise<void>;
  close(): void;
}

/** One process with the HTTP side of a gateway, that listens. Call it at the top of a file. */
export async function listeningService(
  ctx: Context,
): Promise<{ url: string; http: ReturnType<typeof assembleHttp> }> {
  const http = assembleHttp(ctx, null);
  await http.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => http.close());
  const { port } = http.server.address() as AddressInfo; // a TCP listener has no other kind of address
  return { url: `http://127.0.0.1:${port}`, http };
}

/** A key of an account as the header of its calls. */
export async function keyOf(ctx: Context, accountId: number, scope: Scope = 'full') {
  const { api_key, key_id } = await createKey(ctx, { accountId, name: 'k', scope, expiresAt: null });
  return { id: key_id, headers: { authorization: `Bearer ${api_key}` } };
}

/** An account whose changes are noted, and whose older transactions have all ended. */
export async function makeLive({ pool }: TestContext, accountId: number): Promise<void> {
  await pool.query(
    `with account as (
       insert into stream_accounts (account_id, is_live, streamed_at) values ($1, true, now())
     )
     insert into event_subscriptions (consumer, account_id, types) values ('stream', $1, $2)`,
    [accountId, EVENT_TYPES],
  );
}

/** Rejects with the answer of a refused call. */
export async function readStream(
  url: string,
  headers: Record<string, string>,
  path = '/v1/stream',
): Promise<ReadStream> {
  const aborter = new AbortController();
  const answer = await request(url + path, { headers, signal: aborter.signal, bodyTimeout: 0 });
  if (answer.statusCode !== 200) throw Object.assign(new Error('refused'), await refusal(answer));
  const events: StreamEvent[] = [];
  let [rest, lastId] = ['', ''];
  const take = (block: string) => {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    lastId = fields.id ?? lastId;
    if (fields.data === undefined) return;
    events.push({ id: lastId, event: fields.event ?? '', text: fields.data, data: JSON.parse(fields.data) });
  };
  const read = async () => {
    for await (const chunk of answer.body) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  };
  const ended = read().catch(() => {});
  const close = () => aborter.abort();
  onTestFinished(close);
  return {
    events,
    lastId: () => lastId,
    get: (type, fits = () => true) =>
      until(() => events.find(({ event, data }) => event === type && fits(data)), {
        timeoutMs: 5_000,
        what: `the event ${type}`,
      }),
    ended,
    close,
  };
}

async function refusal(answer: Awaited<ReturnType<typeof request>>) {
  const { statusCode: status, headers } = answer;
  return { status, headers, body: await answer.body.json() };
}
