import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readEvents } from './read-events.ts';

/** Customers who write at a steady rate, and the webhook for their messages. Reads its job from stdin. */
export interface InboundJob {
  /** Of the gateway. */
  url: string;
  apiKey: string;
  sandboxToken: string;
  /** Message n is of customer n, of those in turn, who always writes to the same owner. */
  owners: string[];
  customers: string[];
  perSecond: number;
  /** Sent before it counts, and waited for. */
  warmUpSeconds: number;
  seconds: number;
  /** Clients of the live stream, and those of them that never read. */
  streams?: number;
  silent?: number;
  /** Texts for a rule, a flow and the assistant, and not for staff. */
  isMixed?: boolean;
}

export interface InboundResult {
  /** Those that count. `reportedAt`: when the webhook came, in ms since 1970; null when it did not come in time. */
  messages: { body: string; reportedAt: number | null; streamedAt: (number | null)[] }[];
  offeredPerSecond: number;
}

const LAST_EVENTS_MS = 30_000;

async function run(job: InboundJob): Promise<InboundResult> {
  const { perSecond, warmUpSeconds, seconds } = job;
  const warmUp = perSecond * warmUpSeconds;
  const hook = await listen(job);
  const streams = await Promise.all(Array.from({ length: job.streams ?? 0 }, () => readStream(job)));
  for (let n = 0; n < (job.silent ?? 0); n += 1) openSilently(job);
  const dispatcher = new Agent();
  await hook.reported(await offer(job, 0, warmUp, dispatcher));
  const startedAt = Date.now();
  const counted = await offer(job, warmUp, perSecond * seconds, dispatcher);
  const tookMs = Date.now() - startedAt;
  await hook.reported(counted);
  await allHeard(streams, counted);
  await hook.close();
  await dispatcher.close();
  return {
    messages: counted.map((body) => ({
      body,
      reportedAt: hook.reportedAt(body),
      streamedAt: streams.map((heard) => heard.get(body) ?? null),
    })),
    offeredPerSecond: (counted.length * 1000) / tookMs,
  };
}

/** Writes `count` messages at the steady rate, from number `first` on. Returns their texts. */
async function offer(job: InboundJob, first: number, count: number, dispatcher: Agent): Promise<string[]> {
  const startedAt = Date.now();
  const answers: Promise<string>[] = [];
  while (answers.length < count) {
    while (answers.length < count && startedAt + (answers.length * 1000) / job.perSecond <= Date.now()) {
      answers.push(write(job, first + answers.length, dispatcher));
    }
    await wait(1);
  }
  return Promise.all(answers);
}

async function write(job: InboundJob, n: number, dispatcher: Agent): Promise<string> {
  const place = n % job.customers.length;
  const body = job.isMixed ? mixedText(job, n) : `Halo, pesanan ${n} sudah dikirim?`;
  const answer = await request(`${job.url}/sandbox/phones/${job.customers[place]}/messages`, {
    dispatcher,
    method: 'POST',
    headers: { 'x-sandbox-token': job.sandboxToken, 'content-type': 'application/json' },
    body: JSON.stringify({ to: job.owners[place % job.owners.length], text: body }),
  });
  const answered = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`message ${n} was refused: ${answered}`);
  return body;
}

/** A customer writes to one automation. The flow asks once, and gets a name. */
function mixedText({ customers }: InboundJob, n: number): string {
  const kind = (n % customers.length) % 10;
  if (kind < 5) return `harga barang ${n}?`;
  if (kind < 7) return Math.floor(n / customers.length) % 2 === 0 ? `pesan ${n}` : `Budi ${n}`;
  return `berapa ongkir ke bandung? ${n}`;
}

/** When each text came first. */
type Heard = Map<string, number>;

async function readStream({ url, apiKey }: InboundJob): Promise<Heard> {
  const heard: Heard = new Map();
  const headers = { authorization: `Bearer ${apiKey}` };
  const agent = new Agent({ bodyTimeout: 0 });
  await readEvents(`${url}/v1/stream`, { agent, headers }, 'message.received', ({ body }, at) => {
    if (!heard.has(body)) heard.set(body, at);
  });
  return heard;
}

/** The kernel takes what fits its buffers. Then the gateway has to keep or drop the rest. */
function openSilently({ url, apiKey }: InboundJob): void {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(`GET /v1/stream HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${apiKey}\r\n\r\n`);
}

async function allHeard(streams: readonly Heard[], bodies: readonly string[]): Promise<void> {
  const lastAt = Date.now() + LAST_EVENTS_MS;
  const isMissing = () => streams.some((heard) => bodies.some((body) => !heard.has(body)));
  while (isMissing() && Date.now() < lastAt) await wait(50);
}

interface Hook {
  /** Resolves when the webhook has all these texts, or after the time limit. */
  reported(bodies: readonly string[]): Promise<void>;
  reportedAt(body: string): number | null;
  /** Removes the webhook, so that a later round has no dead one. */
  close(): Promise<void>;
}

async function listen({ url, apiKey }: InboundJob): Promise<Hook> {
  const heard = new Map<string, number>();
  const http = createServer(async (incoming, response) => {
    const at = Date.now();
    const { body }: { body: string } = JSON.parse(await text(incoming));
    if (!heard.has(body)) heard.set(body, at);
    response.end();
  });
  await new Promise<void>((done) => void http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo; // listens on TCP
  const answer = await request(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['message.received'] }),
  });
  const registered = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`the webhook was refused: ${registered}`);
  return {
    async reported(bodies) {
      const lastAt = Date.now() + LAST_EVENTS_MS;
      while (bodies.some((body) => !heard.has(body)) && Date.now() < lastAt) await wait(50);
    },
    reportedAt: (body) => heard.get(body) ?? null,
    async close() {
      const id: number = JSON.parse(registered).id;
      await request(`${url}/v1/webhooks/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${apiKey}` },
      });
      http.close();
      http.closeAllConnections();
    },
  };
}

const result = await run(JSON.parse(await text(process.stdin)) as InboundJob); // written by our own benchmark
process.stdout.write(JSON.stringify(result));
// Streams have no end.
process.stdout.end(() => process.exit());
