import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readEvents } from './read-events.ts';

/** Visitors of a live chat who write at a steady rate, beside messages of the API. Reads its job from stdin. */
export interface WidgetJob {
  /** Of the gateway. */
  url: string;
  apiKey: string;
  widget: string;
  /** Of the messages of the API. */
  device: string;
  visitors: number;
  /** Of visitors, and of the API. */
  perSecond: number;
  seconds: number;
}

/** Times in ms. Null: it did not come in time. */
export interface WidgetResult {
  posts: Post[];
  /** From the request to the 202 of `POST /v1/messages`. */
  acceptedMs: number[];
  offeredPerSecond: number;
}

interface Post {
  /** All visitors wrote at the same moment. */
  isAtOnce: boolean;
  storedMs: number;
  inboxMs: number | null;
  ownStreamMs: number | null;
}

interface Visitor {
  agent: Agent;
  headers: Record<string, string>;
  /** When its stream showed each own message. */
  shown: Map<string, number>;
}

/** When the inbox got each text. */
type Inbox = Map<string, number>;

const LAST_EVENTS_MS = 20_000;

async function run(job: WidgetJob): Promise<WidgetResult> {
  const inbox = await openInbox(job);
  const visitors = await Promise.all(Array.from({ length: job.visitors }, (_, n) => openVisitor(job, n)));
  const together = await Promise.all(visitors.map((visitor) => write(job, visitor, true)));
  await wait(1_000);
  const startedAt = Date.now();
  const api = new Agent();
  const accepted: Promise<number>[] = [];
  const steady: Promise<Written>[] = [];
  const count = job.perSecond * job.seconds;
  while (steady.length < count) {
    while (steady.length < count && startedAt + (steady.length * 1000) / job.perSecond <= Date.now()) {
      const visitor = visitors[steady.length % visitors.length];
      if (visitor) steady.push(write(job, visitor, false));
      accepted.push(accept(job, api));
    }
    await wait(1);
  }
  const written = [...together, ...(await Promise.all(steady))];
  const tookMs = Date.now() - startedAt;
  const acceptedMs = await Promise.all(accepted);
  await untilAllShown(written, inbox);
  const since = (at: number | undefined, from: number) => (at === undefined ? null : at - from);
  return {
    posts: written.map(({ id, visitor, isAtOnce, from, storedAt }) => ({
      isAtOnce,
      storedMs: storedAt - from,
      inboxMs: since(inbox.get(id), from),
      ownStreamMs: since(visitor.shown.get(id), from),
    })),
    acceptedMs,
    offeredPerSecond: (count * 1000) / tookMs,
  };
}

interface Written {
  id: string;
  visitor: Visitor;
  isAtOnce: boolean;
  from: number;
  storedAt: number;
}

/** The text is the id, so that the inbox can name it. */
async function write(job: WidgetJob, visitor: Visitor, isAtOnce: boolean): Promise<Written> {
  const id = randomUUID();
  const from = Date.now();
  const answer = await request(`${job.url}/w/${job.widget}/messages`, {
    dispatcher: visitor.agent,
    method: 'POST',
    headers: { ...visitor.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, text: `Halo Kak, ${id} masih ada?` }),
  });
  const body = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`a message was refused: ${answer.statusCode} ${body}`);
  return { id, visitor, isAtOnce, from, storedAt: Date.now() };
}

async function accept({ url, apiKey, device }: WidgetJob, dispatcher: Agent): Promise<number> {
  const from = Date.now();
  const answer = await request(`${url}/v1/messages`, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ device_uuid: device, to: '081234567890', body: 'Halo Kak, pesanan dikirim.' }),
  });
  const body = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`the API refused a message: ${body}`);
  return Date.now() - from;
}

async function openVisitor({ url, widget }: WidgetJob, n: number): Promise<Visitor> {
  // Each from its own network, as visitors come.
  const localAddress = `127.0.${1 + (n >> 7)}.${1 + (n & 127)}`;
  const agent = new Agent({ localAddress, bodyTimeout: 0 });
  const answer = await request(`${url}/w/${widget}/visitors`, { dispatcher: agent, method: 'POST' });
  const body = await answer.body.text();
  if (answer.statusCode !== 201) throw new Error(`a visitor was refused: ${body}`);
  const headers = { authorization: `Bearer ${JSON.parse(body).token}` };
  const shown = new Map<string, number>();
  await readEvents(`${url}/w/${widget}/events`, { agent, headers }, 'chat', ({ messages }, at) => {
    for (const { id, from } of messages) if (from === 'visitor' && !shown.has(id)) shown.set(id, at);
  });
  return { agent, headers, shown };
}

const ID = /[0-9a-f-]{36}/;

async function openInbox({ url, apiKey }: WidgetJob): Promise<Inbox> {
  const inbox: Inbox = new Map();
  const agent = new Agent({ bodyTimeout: 0 });
  const headers = { authorization: `Bearer ${apiKey}` };
  await readEvents(`${url}/v1/stream`, { agent, headers }, 'visitor.received', ({ body }, at) => {
    const id = ID.exec(body)?.[0];
    if (id !== undefined && !inbox.has(id)) inbox.set(id, at);
  });
  return inbox;
}

async function untilAllShown(written: readonly Written[], inbox: Inbox): Promise<void> {
  const lastAt = Date.now() + LAST_EVENTS_MS;
  const isMissing = () => written.some(({ id, visitor }) => !inbox.has(id) || !visitor.shown.has(id));
  while (isMissing() && Date.now() < lastAt) await wait(50);
}

const result = await run(JSON.parse(await text(process.stdin)) as WidgetJob); // written by our own benchmark
process.stdout.write(JSON.stringify(result));
// Streams have no end.
process.stdout.end(() => process.exit());
