import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { takePublicIds } from '../../src/gateway/messages/queue/public-ids.ts';
import { type BenchGateway, firstLine, startBenchGateway, startScript } from './bench-gateway.ts';
import type { Arrivals, CallBack, Counted } from './official-stand-in.ts';

export const TEXT = 'Halo Kak, pesanan sudah dikirim.';
export const TOKEN = 'bench-access-token';
export const APP_SECRET = 'bench-app-secret';
/** The most that the setting allows one number. */
const PER_SECOND = 1_000;
const ROUND_MS = 120_000;

/** A gateway whose account has numbers of the official cloud, and a fake provider. */
export interface Official {
  gateway: BenchGateway;
  database: pg.Pool;
  provider: string;
  accountId: number;
  apiKey: string;
  /** The provider's ids of the numbers, and their devices in the same order. */
  numbers: string[];
  devices: string[];
}

export interface Round {
  /** From the first call to the last. */
  perSecond: number;
  /** Until it is known of all of them that they were sent. */
  settledPerSecond: number;
  /** Of one core: near 1 the stand-in would be the limit. */
  standIn: number;
}

/** Runs `work` with a real gateway, embedded PostgreSQL (fsync on) and `count` numbers. Stops all after it. */
export async function withOfficialNumbers(
  count: number,
  work: (official: Official) => Promise<void>,
): Promise<void> {
  const standIn = startScript('official-stand-in.ts');
  try {
    const provider = `http://127.0.0.1:${JSON.parse(await firstLine(standIn)).port}`;
    const gateway = await startBenchGateway({
      KURIR_ROLES: 'api,worker,sessions',
      KURIR_GRAPH_URL: provider,
      KURIR_ALLOW_INSECURE_PROVIDERS: '1',
      KURIR_ALLOW_NETWORKS: '127.0.0.0/8',
      KURIR_CLOUD_MESSAGES_PER_SECOND: String(PER_SECOND),
      KURIR_CLOUD_APP_SECRET: APP_SECRET,
    });
    const database = new pg.Pool({ connectionString: gateway.databaseUrl, max: 2 });
    try {
      await work({ gateway, database, provider, ...(await prepare(gateway, count)) });
    } finally {
      await database.end();
      await gateway.stop();
    }
  } finally {
    standIn.kill();
  }
}

async function prepare(
  gateway: BenchGateway,
  count: number,
): Promise<Pick<Official, 'accountId' | 'apiKey' | 'numbers' | 'devices'>> {
  const limits = ['--rate-per-minute', '1000000000', '--monthly-quota', '1000000000'];
  await gateway.kurir('plan', 'set', 'bench', ...limits, '--max-devices', String(count));
  const account = await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'bench');
  const numbers = Array.from({ length: count }, (_, n) => String(106_540_352_240_000 + n));
  const devices: string[] = [];
  for (const official_phone_number_id of numbers) {
    const { status, body } = await post(gateway, account.api_key, '/v1/devices', {
      label: 'Bench',
      engine: 'official_cloud',
      official_phone_number_id,
      official_access_token: TOKEN,
    });
    if (status !== 201) throw new Error(`the device was refused: ${JSON.stringify(body)}`);
    devices.push(body.device_uuid);
  }
  return { accountId: account.account_id, apiKey: account.api_key, numbers, devices };
}

/** One request of the account. */
export async function post(
  { port }: BenchGateway,
  apiKey: string,
  path: string,
  fields: object,
  // biome-ignore lint/suspicious/noExplicitAny: an answer may have any shape
): Promise<{ status: number; body: any }> {
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return { status: answer.statusCode, body: await answer.body.json() };
}

/**
 * Sends messages that were accepted in one statement, from the first `devices` numbers in turn, each to a
 * different recipient. Throws unless each message was sent exactly once and then marked as sent.
 */
export async function sendPlain(
  { provider, database, accountId, numbers }: Official,
  firstPhone: number,
  count: number,
  devices = numbers.length,
): Promise<Round> {
  await fromStandIn(provider, 'forget');
  await database.query(ACCEPT, [accountId, firstPhone, count, TEXT, devices]);
  await untilTrue(async () => (await fromStandIn(provider, 'counted')).calls >= count, `${count} calls`);
  await untilTrue(
    async () => (await database.query(UNSENT, [accountId])).rows[0].count === 0,
    'their answers',
  );
  return roundOf(await fromStandIn(provider, 'counted'), count);
}

/** Asks ten times a second; throws when it takes too long. */
export async function untilTrue(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const endsAt = performance.now() + ROUND_MS;
  while (!(await isDone())) {
    if (performance.now() > endsAt) throw new Error(`${what} did not come in time`);
    await wait(100);
  }
}

/** Throws when there was a call too many or too few. */
export function roundOf({ calls, recipients, ms, sinceMs, cpuMs }: Counted, count: number): Round {
  if (calls !== count || recipients !== count) {
    throw new Error(`${calls} calls to ${recipients} recipients instead of ${count}`);
  }
  return {
    perSecond: (calls * 1000) / ms,
    settledPerSecond: (calls * 1000) / sinceMs,
    standIn: cpuMs / ms,
  };
}

export async function fromStandIn(provider: string, what: 'counted' | 'forget'): Promise<Counted> {
  const { body } = await request(`${provider}/${what}`);
  // The stand-in is our own.
  return (await body.json()) as Counted;
}

/** When the first message to each recipient came. */
export async function arrivalsAtStandIn({ provider }: Official): Promise<Arrivals> {
  const { body } = await request(`${provider}/arrivals`);
  // The stand-in is our own.
  return (await body.json()) as Arrivals;
}

/** From now on the stand-in reports each message as delivered. */
export async function reportDelivered({ provider, gateway }: Official): Promise<void> {
  const callBack: CallBack = {
    url: `http://127.0.0.1:${gateway.port}/providers/cloud/webhook`,
    appSecret: APP_SECRET,
  };
  const { body } = await request(`${provider}/call-back`, { method: 'POST', body: JSON.stringify(callBack) });
  await body.dump();
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Accepts messages as POST /v1/messages does. */
const ACCEPT = `
  with numbers as (
    select id as device_id, row_number() over (order by id) - 1 as index
    from devices where account_id = $1 order by id limit $5
  ), ids as (
    ${takePublicIds('select $1::bigint as account_id, $3::int as messages')}
  ), accepted as (
    insert into messages (account_id, public_id, device_id, direction, type, status, phone, body, idempotency_key,
      fingerprint, due, created_at)
    select $1, ids.before + n + 1, device_id, 'out', 'text', 'queued', $2::bigint + n, $4,
      'bench-' || gen_random_uuid(), sha256(n::text::bytea), true, now()
    from generate_series(0, $3::int - 1) n join numbers on index = n % $5 cross join ids
    order by n
    returning id
  )
  insert into usage_months as u (account_id, period, messages_sent)
  select $1, to_char(now() at time zone 'UTC', 'YYYY-MM'), count(*) from accepted
  on conflict (account_id, period) do update set messages_sent = u.messages_sent + excluded.messages_sent`;

const UNSENT = `
  select count(*)::int from messages where account_id = $1 and direction = 'out' and due`;
