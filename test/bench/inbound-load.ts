import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

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
}

export interface InboundResult {
  /** Those that count. `reportedAt`: when the webhook came, in ms since 1970; null when it did not come in time. */
  messages: { body: string; reportedAt: number | null }[];
  offeredPerSecond: number;
}

const LAST_EVENTS_MS = 30_000;

async function run(job: InboundJob): Promise<InboundResult> {
  const { perSecond, warmUpSeconds, seconds } = job;
  const warmUp = perSecond * warmUpSeconds;
  const hook = await listen(job);
  const dispatcher = new Agent();
  await hook.reported(await offer(job, 0, warmUp, dispatcher));
  const startedAt = Date.now();
  const counted = await offer(job, warmUp, perSecond * seconds, dispatcher);
  const tookMs = Date.now() - startedAt;
  await hook.reported(counted);
  hook.close();
  await dispatcher.close();
  return {
    messages: counted.map((body) => ({ body, reportedAt: hook.reportedAt(body) })),
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
  const body = `Halo, pesanan ${n} sudah dikirim?`;
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

interface Hook {
  /** Resolves when the webhook has all these texts, or after the time limit. */
  reported(bodies: readonly string[]): Promise<void>;
  reportedAt(body: string): number | null;
  close(): void;
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
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

const result = await run(JSON.parse(await text(process.stdin)) as InboundJob); // written by our own benchmark
process.stdout.write(JSON.stringify(result));
