import { execFile, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { type BenchGateway, firstLine, startBenchGateway } from './bench-gateway.ts';
import type { BareJob } from './official-bare.ts';
import type { CallbacksJob, CallbacksResult } from './official-callbacks.ts';
import type { Counted } from './official-stand-in.ts';

const ROUNDS = 3;
const MESSAGES = 30_000;
/** The most that the setting allows one number; so many numbers that the pace holds nobody back. */
const PER_SECOND = 1_000;
const NUMBERS = 16;
/** As many as the engine keeps to the provider. */
const CONNECTIONS = 256;
const CALLBACKS = { perSecond: 200, seconds: 15 };
const ROUND_MS = 60_000;

const TEXT = 'Halo Kak, pesanan sudah dikirim.';
const TOKEN = 'bench-access-token';
const APP_SECRET = 'bench-app-secret';
const PHONES = 6_281_000_000_000;
const exec = promisify(execFile);

/** A gateway with numbers of the official cloud, and what stands in for the provider. */
interface Bench {
  gateway: BenchGateway;
  database: pg.Pool;
  provider: string;
  accountId: number;
  apiKey: string;
  numbers: string[];
}

interface Round {
  /** From the first call to the last. */
  perSecond: number;
  /** Until it is known of all of them that they were sent. */
  settledPerSecond: number;
  /** Of one core: near 1 the stand-in would be the limit. */
  standIn: number;
}

/**
 * Sending: messages that were accepted before go out through a real gateway with its embedded PostgreSQL (fsync on), beside a bare undici
 * loop with the same calls to the same stand-in, in alternating rounds. Receiving: from a signed callback to the first POST of the webhook.
 */
export async function run(): Promise<void> {
  const standIn = spawn(process.execPath, [script('official-stand-in.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
      const bench = { gateway, database, provider, ...(await prepare(gateway)) };
      await measureSending(bench);
      await measureReceiving(bench);
    } finally {
      await database.end();
      await gateway.stop();
    }
  } finally {
    standIn.kill();
  }
}

async function prepare(gateway: BenchGateway): Promise<Pick<Bench, 'accountId' | 'apiKey' | 'numbers'>> {
  const limits = ['--rate-per-minute', '1000000000', '--monthly-quota', '1000000000'];
  await gateway.kurir('plan', 'set', 'bench', ...limits, '--max-devices', String(NUMBERS));
  const account = await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'bench');
  const numbers = Array.from({ length: NUMBERS }, (_, n) => String(106_540_352_240_000 + n));
  for (const official_phone_number_id of numbers) {
    const answer = await request(`http://127.0.0.1:${gateway.port}/v1/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        label: 'Bench',
        engine: 'official_cloud',
        official_phone_number_id,
        official_access_token: TOKEN,
      }),
    });
    const body = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`the device was refused: ${body}`);
  }
  return { accountId: account.account_id, apiKey: account.api_key, numbers };
}

// Sending -----------------------------------------------------------------------------------------------------------------

async function measureSending(bench: Bench): Promise<void> {
  const rounds: { bare: Round[]; kurir: Round[] } = { bare: [], kurir: [] };
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.bare.push(await bareRound(bench, PHONES + 2 * n * MESSAGES));
    rounds.kurir.push(await kurirRound(bench, PHONES + (2 * n + 1) * MESSAGES));
  }
  const limit = median(rounds.bare.map(({ perSecond }) => perSecond));
  for (const [name, each] of Object.entries({ 'bare undici': rounds.bare, dispatch: rounds.kurir })) {
    const perSecond = median(each.map((round) => round.perSecond));
    const busy = median(each.map((round) => round.standIn)).toFixed(2);
    const settled = median(each.map((round) => round.settledPerSecond)).toFixed(0);
    const all = each.map((round) => round.perSecond.toFixed(0)).join(' ');
    console.log(
      `${name.padEnd(12)} ${perSecond.toFixed(0).padStart(6)}/s   ratio ${(perSecond / limit).toFixed(2)}   rounds ${all}   until settled ${settled}/s   stand-in ${busy} of a core`,
    );
  }
}

async function bareRound({ provider, numbers }: Bench, firstPhone: number): Promise<Round> {
  const job: BareJob = {
    url: provider,
    numbers,
    token: TOKEN,
    connections: CONNECTIONS,
    firstPhone,
    count: MESSAGES,
    text: TEXT,
  };
  await exec(process.execPath, [script('official-bare.ts'), JSON.stringify(job)]);
  return roundOf(await fromStandIn(provider, 'counted'));
}

/** Throws unless each message was sent exactly once, and is known to have been. */
async function kurirRound({ provider, database, accountId }: Bench, firstPhone: number): Promise<Round> {
  await fromStandIn(provider, 'forget');
  await database.query(ACCEPT, [accountId, firstPhone, MESSAGES, TEXT]);
  const endsAt = performance.now() + ROUND_MS;
  const isOver = async (pending: () => Promise<boolean>) => {
    while (await pending()) {
      if (performance.now() > endsAt) throw new Error(`not all of ${MESSAGES} messages were sent in time`);
      await wait(100);
    }
  };
  await isOver(async () => (await fromStandIn(provider, 'counted')).calls < MESSAGES);
  await isOver(async () => (await database.query(UNSENT, [accountId])).rows[0].count > 0);
  return roundOf(await fromStandIn(provider, 'counted'));
}

/** Throws when there was a call too many or too few. */
function roundOf({ calls, recipients, ms, sinceMs, cpuMs }: Counted): Round {
  if (calls !== MESSAGES || recipients !== MESSAGES) {
    throw new Error(`${calls} calls to ${recipients} recipients instead of ${MESSAGES}`);
  }
  return {
    perSecond: (calls * 1000) / ms,
    settledPerSecond: (calls * 1000) / sinceMs,
    standIn: cpuMs / ms,
  };
}

async function fromStandIn(provider: string, what: 'counted' | 'forget'): Promise<Counted> {
  const { body } = await request(`${provider}/${what}`);
  // The stand-in is our own.
  return (await body.json()) as Counted;
}

/** Accepts messages as POST /v1/messages does, all at one moment: from numbers in turn, each to another recipient. */
const ACCEPT = `
  with numbers as (
    select id as device_id, row_number() over (order by id) - 1 as place, count(*) over () as total
    from devices where account_id = $1
  ), accepted as (
    insert into messages (account_id, device_id, direction, type, status, phone, body, idempotency_key, fingerprint, due, created_at)
    select $1, device_id, 'out', 'text', 'queued', $2::bigint + n, $4, 'bench-' || ($2::bigint + n), sha256(n::text::bytea), true, now()
    from generate_series(0, $3::int - 1) n join numbers on place = n % total
    order by n
    returning id
  )
  insert into usage_months as u (account_id, period, messages_sent)
  select $1, to_char(now() at time zone 'UTC', 'YYYY-MM'), count(*) from accepted
  on conflict (account_id, period) do update set messages_sent = u.messages_sent + excluded.messages_sent`;

const UNSENT = `select count(*)::int from messages where account_id = $1 and direction = 'out' and status <> 'sent'`;

// Receiving ---------------------------------------------------------------------------------------------------------------

async function measureReceiving({ gateway, apiKey, numbers }: Bench): Promise<void> {
  const url = `http://127.0.0.1:${gateway.port}`;
  const job: CallbacksJob = { url, apiKey, appSecret: APP_SECRET, numbers, ...CALLBACKS };
  const { stdout } = await exec(process.execPath, [script('official-callbacks.ts'), JSON.stringify(job)]);
  const { sent, refused, arrived, p50Ms, p99Ms, maxMs }: CallbacksResult = JSON.parse(stdout);
  if (refused > 0 || arrived < sent)
    throw new Error(`${refused} of ${sent} callbacks refused, ${arrived} arrived`);
  const [p50, p99, max] = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1));
  console.log(
    `callback to webhook at ${CALLBACKS.perSecond}/s: p50 ${p50} ms   p99 ${p99} ms   max ${max} ms   all of ${sent} arrived`,
  );
}

function script(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
