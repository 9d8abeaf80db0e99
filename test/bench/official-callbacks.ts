import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Callbacks at a steady rate, and the receiver of the webhooks that follow: one process, and so one clock. */
export interface CallbacksJob {
  /** Of the gateway. */
  url: string;
  apiKey: string;
  appSecret: string;
  numbers: string[];
  perSecond: number;
  seconds: number;
}

export interface CallbacksResult {
  sent: number;
  /** Callbacks that were answered with anything but 200. */
  refused: number;
  /** Messages whose event arrived. */
  arrived: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const LAST_ARRIVALS_MS = 10_000;

async function run(job: CallbacksJob): Promise<CallbacksResult> {
  const { perSecond, seconds } = job;
  const total = perSecond * seconds;
  const arrivals = new Map<string, number>();
  const http = createServer(async (incoming, response) => {
    const at = performance.now();
    const event: { wa_message_id: string } = JSON.parse(await text(incoming));
    if (!arrivals.has(event.wa_message_id)) arrivals.set(event.wa_message_id, at);
    response.end();
  });
  await new Promise<void>((done) => void http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo; // listens on TCP
  const dispatcher = new Agent();
  await register(job, `http://127.0.0.1:${port}/`);

  const startedAt = performance.now();
  const dueAt = (n: number) => startedAt + (n * 1000) / perSecond;
  const answers: Promise<number>[] = [];
  while (answers.length < total) {
    while (answers.length < total && dueAt(answers.length) <= performance.now()) {
      answers.push(post(job, answers.length, dispatcher));
    }
    await wait(1);
  }
  const statuses = await Promise.all(answers);
  const lastAt = performance.now() + LAST_ARRIVALS_MS;
  while (arrivals.size < total && performance.now() < lastAt) await wait(20);
  http.close();
  http.closeAllConnections();
  await dispatcher.close();

  // From the moment it was due: a callback that was sent late has waited too.
  const times = statuses
    .map((_, n) => (arrivals.get(idOf(n)) ?? Number.POSITIVE_INFINITY) - dueAt(n))
    .toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(total - 1, Math.floor(total * share))] ?? 0;
  return {
    sent: total,
    refused: statuses.filter((status) => status !== 200).length,
    arrived: arrivals.size,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

async function register({ url, apiKey }: CallbacksJob, receiver: string): Promise<void> {
  const answer = await request(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver, events: ['message.received'] }),
  });
  const body = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`the webhook was refused: ${body}`);
}

async function post(
  { url, appSecret, numbers }: CallbacksJob,
  n: number,
  dispatcher: Agent,
): Promise<number> {
  const body = callback(numbers[n % numbers.length] ?? '', n);
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const answer = await request(`${url}/providers/cloud/webhook`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  await answer.body.dump();
  return answer.statusCode;
}

const idOf = (n: number) => `wamid.bench-${n}`;

function callback(number: string, n: number): string {
  const from = String(6_285_000_000_000 + n);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id: idOf(n), timestamp, type: 'text', text: { body: 'Halo, masih ada?' } };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number, phone_number_id: number },
    contacts: [{ profile: { name: 'Pelanggan' }, wa_id: from }],
    messages: [message],
  };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ value, field: 'messages' }] }],
  });
}

const result = await run(JSON.parse(process.argv[2] ?? '') as CallbacksJob); // written by our own benchmark
process.stdout.write(JSON.stringify(result));
