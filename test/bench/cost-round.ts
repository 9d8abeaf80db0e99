import { request } from 'undici';
import { runLoad } from './bench-gateway.ts';
import type { DatabaseMeter, DatabaseWork } from './cost-statements.ts';
import { type CpuOfParts, cpuOfParts, cpuSince } from './cpu.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';
import { arrivalsAtStandIn, fromStandIn, type Official, post, TEXT, untilTrue } from './official-scene.ts';

/** Each connection sends its next message when the one before is accepted. */
export interface Load {
  connections: number;
  seconds: number;
  /** Ends the load before its time. */
  messages: number;
  /** URL of a webhook that is registered during the load only. */
  webhook: string | null;
}

export interface Round {
  messages: number;
  acceptedPerSecond: number;
  database: DatabaseWork;
  cpuMs: CpuOfParts;
  /** From the request to its 202. */
  acceptedMs: Spread;
  /** From the request to the provider. */
  arrivedMs: Spread;
}

export interface Spread {
  p50: number;
  p99: number;
}

/** `sent`, and `delivered`, which the provider reports of each message. */
const EVENTS_OF_MESSAGE = 2;

/**
 * Sends messages and waits until each is delivered, with its events. Throws unless each message was accepted,
 * went to the provider once, and had each of its events delivered once.
 */
export async function measureRound(official: Official, meter: DatabaseMeter, load: Load): Promise<Round> {
  const removeWebhook = load.webhook === null ? null : await registerWebhook(official, load.webhook);
  await fromStandIn(official.provider, 'forget');
  const floor = await floorOf(meter);
  const cpuBefore = await cpuOfParts(official.gateway.pid);
  await meter.begin();

  const result = await runLoad(jobOf(official, load));
  const { answers: messages, statuses } = result;
  if (statuses['202'] !== messages) throw new Error(`not all were accepted: ${JSON.stringify(statuses)}`);
  const events = load.webhook === null ? 0 : messages * EVENTS_OF_MESSAGE;
  await untilSettled(official, meter, floor, { messages, events });
  const database = await meter.end();
  const cpuMs = await cpuSince(cpuBefore, official.gateway.pid);

  await removeWebhook?.();
  return {
    messages,
    acceptedPerSecond: result.perSecond,
    database,
    cpuMs,
    acceptedMs: { p50: result.p50Ms, p99: result.p99Ms },
    arrivedMs: await arrivalTimes(official, result),
  };
}

function jobOf({ gateway, apiKey, devices }: Official, load: Load): LoadJob {
  const head = [
    'POST /v1/messages HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${apiKey}`,
    'idempotency-key: {uuid}',
    'content-type: application/json',
    '',
  ].join('\r\n');
  const requests = devices.map((device_uuid) => ({
    head,
    body: JSON.stringify({ device_uuid, to: phoneOf('{number}'), body: TEXT }),
  }));
  const { connections, seconds, messages } = load;
  return { port: gateway.port, connections, seconds, count: messages, timed: true, requests };
}

const phoneOf = (number: string) => `+628${number}`;

async function arrivalTimes(official: Official, { sentAt = {} }: LoadResult): Promise<Spread> {
  const arrivals = await arrivalsAtStandIn(official);
  const times = Object.entries(sentAt)
    .map(([number, at]) => (arrivals[phoneOf(number)] ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

// Settling --------------------------------------------------------------------------------------------------

/** The last ids before the load. */
interface Floor {
  message: string;
  delivery: string;
}

async function floorOf({ client }: DatabaseMeter): Promise<Floor> {
  const { rows } = await client.query<Floor>(FLOOR);
  return rows[0] ?? { message: '0', delivery: '0' };
}

async function untilSettled(
  { provider }: Official,
  { client }: DatabaseMeter,
  floor: Floor,
  { messages, events }: { messages: number; events: number },
): Promise<void> {
  // The provider is asked first, because a question to the database costs PostgreSQL time.
  await untilTrue(
    async () => (await fromStandIn(provider, 'counted')).calls >= messages,
    `${messages} calls`,
  );
  await untilTrue(async () => {
    const { rows } = await client.query<{ open: number }>(OPEN, [floor.message, messages]);
    return rows[0]?.open === 0;
  }, 'the last status or webhook');
  const { calls, recipients } = await fromStandIn(provider, 'counted');
  const { rows } = await client.query<{ attempts: number }>(ATTEMPTS, [floor.delivery]);
  const attempts = rows[0]?.attempts;
  if (calls !== messages || recipients !== messages || attempts !== events) {
    throw new Error(`${messages} messages: ${calls} calls, ${recipients} recipients, ${attempts} webhooks`);
  }
}

const FLOOR = `
  select (select coalesce(max(id), 0) from messages) as message,
    (select coalesce(max(id), 0) from webhook_deliveries) as delivery`;

/** Messages without the status `delivered`, and events and deliveries that wait. */
const OPEN = `
  select $2::int - (select count(*)::int from messages where id > $1 and status = 'delivered')
    + (select count(*)::int from events where not fanned_out)
    + (select count(*)::int from webhook_deliveries where status = 'pending') as open`;

const ATTEMPTS = `
  select coalesce(sum(attempts), 0)::int as attempts from webhook_deliveries
  where id > $1 and status = 'delivered'`;

// The webhook -----------------------------------------------------------------------------------------------

/** Answers how to remove it. */
async function registerWebhook({ gateway, apiKey }: Official, url: string): Promise<() => Promise<void>> {
  const { status, body } = await post(gateway, apiKey, '/v1/webhooks', { url, events: ['message.status'] });
  if (status !== 201) throw new Error(`the webhook was refused: ${JSON.stringify(body)}`);
  return async () => {
    const answer = await request(`http://127.0.0.1:${gateway.port}/v1/webhooks/${body.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${apiKey}` },
    });
    await answer.body.dump();
    if (answer.statusCode >= 300) throw new Error(`the webhook was not removed: ${answer.statusCode}`);
  };
}
