import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * The provider's side of the benchmark, for both senders alike: accepts every message with the body of a success, answers what is asked about
 * numbers and tokens, and counts. `GET /counted` tells what came since the last `POST /forget`.
 */
export interface Counted {
  calls: number;
  /** Different recipients: fewer than calls when one of them got two. */
  recipients: number;
  /** From the first call to the last one. */
  ms: number;
  /** From the first call until now. */
  sinceMs: number;
  /** What this process used of one core since it was told to forget, in ms. */
  cpuMs: number;
}

const recipients = new Set<string>();
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
  if (method === 'POST' && url.endsWith('/messages')) return accept(await text(request));
  if (url === '/counted') return counted();
  if (url === '/forget') return forget();
  if (url.includes('/debug_token')) return { data: { is_valid: true } };
  const id = /\/(\d+)\?/.exec(url)?.[1] ?? '';
  return { id, display_phone_number: id, verified_name: 'Bench' };
}

function accept(body: string): object {
  const { to }: { to: string } = JSON.parse(body);
  lastAt = performance.now();
  if (calls === 0) firstAt = lastAt;
  calls += 1;
  recipients.add(to);
  const phone = to.slice(1);
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: phone }],
    messages: [{ id: `wamid.HBgNNjI4MTIzNDU2Nzg5MBUCABEYEjQ1RkU5${phone}` }],
  };
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
