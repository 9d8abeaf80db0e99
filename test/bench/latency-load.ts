import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** A customer's program with its webhook, which sends at a steady rate. Reads its job from stdin. */
export interface LatencyJob {
  /** Of the gateway. */
  url: string;
  apiKey: string;
  /** Message n goes from device n, to recipient n, of those in turn. */
  devices: string[];
  recipients: string[];
  perSecond: number;
  /** Sent before it counts, at the same rate, and waited for. */
  warmUpSeconds: number;
  seconds: number;
}

/** One message that counts. All times in ms since 1970 by the clock of the machine, which all processes share. */
export interface Sent {
  to: string;
  body: string;
  /** When its request was to be sent; a late one has waited too. */
  dueAt: number;
  /** When its 202 came. */
  acceptedAt: number;
  /** When its webhooks came; null when they did not come in time. */
  reportedAt: { sent: number | null; delivered: number | null };
}

export interface LatencyResult {
  messages: Sent[];
  /** From the first request to the last one, those that count. */
  offeredPerSecond: number;
  /** How late the latest request was sent. */
  lateMs: number;
}

const STATUSES = ['sent', 'delivered'];
/** How long the webhook waits for status events after the last request. */
const LAST_EVENTS_MS = 30_000;

async function run(job: LatencyJob): Promise<LatencyResult> {
  const { perSecond, warmUpSeconds, seconds } = job;
  const warmUp = perSecond * warmUpSeconds;
  const hook = await listen(job);
  const dispatcher = new Agent();
  // The warm-up ends before the first message that counts, because it costs more and may pile up.
  await hook.reported((await offer(job, 0, warmUp, dispatcher)).map(({ id }) => id));
  const counted = await offer(job, warmUp, perSecond * seconds, dispatcher);
  await hook.reported(counted.map(({ id }) => id));
  await hook.close();
  await dispatcher.close();

  const tookMs = (counted.at(-1)?.sentAt ?? 0) - (counted[0]?.sentAt ?? 0);
  return {
    messages: counted.map(({ id, to, body, dueAt, acceptedAt }) => ({
      ...{ to, body, dueAt, acceptedAt },
      reportedAt: { sent: hook.reportedAt(id, 'sent'), delivered: hook.reportedAt(id, 'delivered') },
    })),
    offeredPerSecond: ((counted.length - 1) * 1000) / tookMs,
    lateMs: Math.max(...counted.map(({ sentAt, dueAt }) => sentAt - dueAt)),
  };
}

/** Sends `count` messages at the steady rate, from number `first` on. */
async function offer(job: LatencyJob, first: number, count: number, dispatcher: Agent): Promise<Accepted[]> {
  const startedAt = Date.now();
  const dueAt = (n: number) => startedAt + (n * 1000) / job.perSecond;
  const answers: Promise<Accepted>[] = [];
  while (answers.length < count) {
    while (answers.length < count && dueAt(answers.length) <= Date.now()) {
      answers.push(post(job, first + answers.length, dueAt(answers.length), dispatcher));
    }
    await wait(1);
  }
  return Promise.all(answers);
}

interface Accepted extends Omit<Sent, 'reportedAt'> {
  id: number;
  /** When its request was sent. */
  sentAt: number;
}

/** Throws when it is not accepted. */
async function post(job: LatencyJob, n: number, dueAt: number, dispatcher: Agent): Promise<Accepted> {
  const sentAt = Date.now();
  const to = job.recipients[n % job.recipients.length] ?? '';
  const body = `Halo Kak, pesanan ${n} sudah dikirim.`;
  const answer = await request(`${job.url}/v1/messages`, {
    dispatcher,
    method: 'POST',
    headers: headersOf(job, { 'idempotency-key': randomUUID() }),
    body: JSON.stringify({ device_uuid: job.devices[n % job.devices.length], to, body }),
  });
  const acceptedAt = Date.now();
  const answered = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`message ${n} was refused: ${answered}`);
  return { id: JSON.parse(answered).id, to, body, dueAt, sentAt, acceptedAt };
}

interface Hook {
  /** Resolves when the webhook has `sent` and `delivered` of all these messages, or after the time limit. */
  reported(ids: number[]): Promise<void>;
  /** When the first event of this status came. */
  reportedAt(id: number, status: string): number | null;
  close(): Promise<void>;
}

/** Registers a new webhook. */
async function listen(job: LatencyJob): Promise<Hook> {
  const heard = new Map<string, number>();
  const http = createServer(async (incoming, response) => {
    const at = Date.now();
    const { message_id, status }: { message_id: number; status: string } = JSON.parse(await text(incoming));
    const key = `${message_id} ${status}`;
    if (!heard.has(key)) heard.set(key, at);
    response.end();
  });
  await new Promise<void>((done) => void http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo; // listens on TCP
  const answer = await request(`${job.url}/v1/webhooks`, {
    method: 'POST',
    headers: headersOf(job),
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['message.status'] }),
  });
  const registered = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`the webhook was refused: ${registered}`);
  const webhook = `${job.url}/v1/webhooks/${JSON.parse(registered).id}`;
  return {
    async reported(ids) {
      const lastAt = Date.now() + LAST_EVENTS_MS;
      const isOpen = (id: number) => STATUSES.some((status) => !heard.has(`${id} ${status}`));
      while (ids.some(isOpen) && Date.now() < lastAt) await wait(100);
    },
    reportedAt: (id, status) => heard.get(`${id} ${status}`) ?? null,
    async close() {
      const { authorization } = headersOf(job);
      await (await request(webhook, { method: 'DELETE', headers: { authorization } })).body.dump();
      http.close();
      http.closeAllConnections();
    },
  };
}

function headersOf({ apiKey }: LatencyJob, more: Record<string, string> = {}) {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...more };
}

const result = await run(JSON.parse(await text(process.stdin)) as LatencyJob); // written by our own benchmark
process.stdout.write(JSON.stringify(result));
