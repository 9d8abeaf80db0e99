import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';

/**
 * The provider's side of the benchmark, the same for both senders. It accepts every message, answers
 * questions about numbers and tokens, and counts. `GET /counted` answers the counts since the last `GET
 * /forget`, `GET /arrivals` the times. After `POST /call-back`, a signed callback reports each accepted
 * message as delivered at once.
 */
export interface Counted {
  calls: number;
  /** Different recipients: fewer than calls when one of them got two. */
  recipients: number;
  /** From the first call to the last one. */
  ms: number;
  /** From the first call until now. */
  sinceMs: number;
  /** CPU time of this process since the last `GET /forget`, in ms. */
  cpuMs: number;
}

/** Recipient -> ms since 1970, of the first message to it. */
export type Arrivals = Record<string, number>;

/** Where callbacks go, and what signs them. */
export interface CallBack {
  url: string;
  appSecret: string;
}

/** Without a limit, a burst of callbacks opens more connections at once than the gateway can take. */
const callbacks = new Agent({ connections: 64 });
const recipients = new Map<string, number>();
let callBack: CallBack | null = null;
let calls = 0;
let firstAt = 0;
let lastAt = 0;
let cpu = process.cpuUsage();

const http = createServer(async (request, response) => {
  const body = JSON.stringify(await answerTo(request));
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body);
});
// The kept connections of both senders are idle while it is the other one's turn.
http.keepAliveTimeout = 60_000;
http.listen(0, '127.0.0.1', () => console.log(JSON.stringify(http.address())));

async function answerTo(request: IncomingMessage): Promise<object> {
  const { method, url = '' } = request;
  if (method === 'POST' && url.endsWith('/messages')) return accept(url, await text(request));
  if (url === '/counted') return counted();
  if (url === '/arrivals') return Object.fromEntries(recipients);
  if (url === '/forget') return forget();
  if (url === '/call-back') {
    callBack = JSON.parse(await text(request));
    return {};
  }
  if (url.includes('/debug_token')) return { data: { is_valid: true } };
  const id = /\/(\d+)\?/.exec(url)?.[1] ?? '';
  return { id, display_phone_number: id, verified_name: 'Bench' };
}

function accept(url: string, body: string): object {
  const { to, biz_opaque_callback_data }: { to: string; biz_opaque_callback_data: string } = JSON.parse(body);
  lastAt = performance.now();
  if (calls === 0) firstAt = lastAt;
  calls += 1;
  if (!recipients.has(to)) recipients.set(to, performance.timeOrigin + lastAt);
  const phone = to.slice(1);
  const id = `wamid.HBgNNjI4MTIzNDU2Nzg5MBUCABEYEjQ1RkU5${phone}`;
  const number = url.split('/').at(-2) ?? '';
  if (callBack) setImmediate(report, callBack, number, { id, recipient_id: phone, biz_opaque_callback_data });
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: phone }],
    messages: [{ id }],
  };
}

/** Ends this process when the callback is not taken. */
async function report({ url, appSecret }: CallBack, number: string, message: object): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number, phone_number_id: number },
    statuses: [{ ...message, status: 'delivered', timestamp }],
  };
  const entry = [{ id: '1', changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  const answer = await send(url, { dispatcher: callbacks, method: 'POST', headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`a callback was answered with ${answer.statusCode}`);
}

function counted(): Counted {
  const { user, system } = process.cpuUsage(cpu);
  return {
    calls,
    recipients: recipients.size,
    ms: lastAt - firstAt,
    sinceMs: performance.now() - firstAt,
    cpuMs: (user + system) / 1000,
  };
}

function forget(): object {
  recipients.clear();
  calls = 0;
  cpu = process.cpuUsage();
  return {};
}
