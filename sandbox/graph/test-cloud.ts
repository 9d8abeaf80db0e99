import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../src/platform/lib/clock.ts';
import { type ReceivedRequest, startReceiver } from '../../test/harness/receiver.ts';
import { until } from '../../test/harness/until.ts';
import { CONTROL_TOKEN, type OnEnd, openTestSandbox, type TestSandbox } from '../test-sandbox.ts';

export const PHONE_ID = '106540352242922';
export const TOKEN = 'EAAGkurirtoken1';
export const BUSINESS = '628110000001';
export const BUDI = '6281234567890';
export const APP_SECRET = 'app-secret-of-a-test';

// biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
type Payload = any;

export interface GraphReply {
  status: number;
  headers: Headers;
  body: Payload;
}

/** A sandbox with one business number and a receiver of its webhooks. */
export interface TestCloud extends TestSandbox {
  graphUrl: string;
  /** Calls the Graph API. `token` null: without a token. */
  graph(method: string, path: string, body?: unknown, token?: string | null): Promise<GraphReply>;
  /** Sends to Budi by default. */
  send(message: Payload): Promise<GraphReply>;
  sendText(body: string, to?: string): Promise<GraphReply>;
  /** Sends a message of a person and returns its id. */
  write(message: Payload): Promise<string>;
  delete(route: string): Promise<Payload>;
  /** The bodies of all POSTs with a valid signature. */
  posts(): Payload[];
  /** The values of one field in all POSTs, in order. */
  values(field?: string): Payload[];
  statuses(id?: string): Payload[];
  inbound(): Payload[];
  /** Waits for this number of statuses of a message. */
  statusesOf(id: string, count: number): Promise<Payload[]>;
  received: ReceivedRequest[];
  /** Sets the answer of the next POSTs. Default: 200. */
  answerWith(respond: (request: ReceivedRequest, response: ServerResponse) => void): void;
}

/** Short delays keep tests fast. */
const BEHAVIOUR = { sent_after_ms: 0, delivered_after_ms: 5 };

export async function openTestCloud(
  options: { clock?: Clock; onEnd?: OnEnd; behaviour?: object } = {},
): Promise<TestCloud> {
  const sandbox = await openTestSandbox(options);
  let respond = (_: ReceivedRequest, response: ServerResponse): unknown => response.end('ok');
  const receiver = await startReceiver(
    (request, response) => {
      if (request.method === 'POST') respond(request, response);
      else response.end(new URL(request.path, receiver.url).searchParams.get('hub.challenge'));
    },
    '127.0.0.1',
    options.onEnd,
  );
  await sandbox.post('/sandbox/cloud', { callback_url: receiver.url, app_secret: APP_SECRET });
  // One POST in flight keeps the order.
  await sandbox.post('/sandbox/cloud/webhooks/settings', { concurrency: 1 });
  await sandbox.post('/sandbox/cloud/numbers', {
    phone_number_id: PHONE_ID,
    access_token: TOKEN,
    display_phone_number: '+62 811-0000-001',
    verified_name: 'Toko Kurir',
    behaviour: { ...BEHAVIOUR, ...options.behaviour },
  });
  const graphUrl = `${sandbox.current.graphUrl}/v25.0`;

  const graph: TestCloud['graph'] = async (method, path, body, token = TOKEN) => {
    const isForm = body instanceof FormData;
    const response = await fetch(path.startsWith('http') ? path : graphUrl + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(bytes.toString()) : bytes,
    };
  };
  const envelope = { messaging_product: 'whatsapp', recipient_type: 'individual' };
  const send = (message: Payload) => {
    const to = 'recipient' in message ? {} : { to: `+${BUDI}` };
    return graph('POST', `/${PHONE_ID}/messages`, { ...envelope, ...to, ...message });
  };
  const posts = () =>
    receiver.requests
      .filter(
        ({ method, headers, body }) => method === 'POST' && headers['x-hub-signature-256'] === sign(body),
      )
      .map(({ body }) => JSON.parse(body.toString()));
  const values = (field = 'messages') =>
    posts()
      .flatMap((post) => post.entry)
      .flatMap((entry) => entry.changes)
      .filter((change) => change.field === field)
      .map((change) => change.value);
  const statuses = (id?: string) =>
    values()
      .flatMap((value) => value.statuses ?? [])
      .filter((status) => id === undefined || status.id === id);

  return {
    ...sandbox,
    graphUrl,
    graph,
    send,
    sendText: (body, to = `+${BUDI}`) => send({ to, type: 'text', text: { body } }),
    async write(message) {
      const { body } = await sandbox.post(`/sandbox/cloud/numbers/${PHONE_ID}/messages`, {
        from: BUDI,
        ...message,
      });
      return body.id;
    },
    async delete(route) {
      const response = await fetch(sandbox.current.url + route, {
        method: 'DELETE',
        headers: { 'x-sandbox-control': CONTROL_TOKEN },
      });
      return { status: response.status, body: await response.json() };
    },
    posts,
    values,
    statuses,
    inbound: () => values().flatMap((value) => value.messages ?? []),
    statusesOf: (id, count) =>
      until(() => (statuses(id).length >= count ? statuses(id) : null), { what: `${count} statuses` }),
    received: receiver.requests,
    answerWith(next) {
      respond = next;
    },
  };
}

const sign = (body: Buffer) => `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
