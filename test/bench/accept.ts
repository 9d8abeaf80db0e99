import { spawn } from 'node:child_process';
import pg from 'pg';
import { type BenchGateway, firstLine, runLoad, script, startBenchGateway } from './bench-gateway.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';

const CONNECTIONS = 256;
const SECONDS = 5;
const ROUNDS = 3;
const ACCOUNTS = 50;

const ECHO = script('echo-server.ts');

/**
 * POST /v1/messages of a real gateway with its embedded PostgreSQL (fsync on, rate window and quota in force, a new key per request)
 * beside a bare Fastify echo, in alternating rounds with the same load generator.
 */
export async function run(): Promise<void> {
  const gateway = await startBenchGateway();
  const echo = spawn(process.execPath, [ECHO], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const echoPort: number = JSON.parse(await firstLine(echo)).port;
    await measure(gateway, echoPort, await prepare(gateway));
  } finally {
    echo.kill();
    await gateway.stop();
  }
}

async function measure(gateway: BenchGateway, echo: number, requests: LoadJob['requests']): Promise<void> {
  const sides = [
    { name: 'bare Fastify echo', port: echo, requests: requests.slice(0, 1) },
    { name: 'accept, 1 account', port: gateway.port, requests: requests.slice(0, 1) },
    { name: `accept, ${ACCOUNTS} accounts`, port: gateway.port, requests },
  ];
  const results = sides.map((): LoadResult[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, side] of sides.entries()) results[index]?.push(await load(side.port, side.requests));
  }

  const limit = median(results[0]?.map(({ perSecond }) => perSecond) ?? []);
  for (const [index, { name }] of sides.entries()) {
    const rounds = results[index] ?? [];
    const perSecond = median(rounds.map((round) => round.perSecond));
    const p99 = median(rounds.map((round) => round.p99Ms));
    const errors = rounds.reduce((sum, { answers, statuses }) => sum + answers - (statuses['202'] ?? 0), 0);
    console.log(
      `${name.padEnd(22)} ${String(perSecond).padStart(7)}/s   p99 ${p99.toFixed(1)} ms   errors ${errors}   ratio ${(perSecond / limit).toFixed(2)}`,
    );
  }
  const accepted = [...(results[1] ?? []), ...(results[2] ?? [])].reduce(
    (sum, { statuses }) => sum + (statuses['202'] ?? 0),
    0,
  );
  const stored = await countMessages(gateway);
  console.log(`accepted ${accepted}, stored ${stored}${accepted === stored ? '' : '   <-- they differ'}`);
}

/** Accounts with limits far away but in force, each with a device that counts as connected and has no session behind it. */
async function prepare(gateway: BenchGateway): Promise<LoadJob['requests']> {
  const { kurir } = gateway;
  await kurir(
    'plan',
    'set',
    'bench',
    '--rate-per-minute',
    '1000000000',
    '--monthly-quota',
    '1000000000',
    '--max-devices',
    '1',
  );
  const requests = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { account_id, api_key } = await kurir(
      'account',
      'create',
      '--name',
      `Bench ${n}`,
      '--plan',
      'bench',
    );
    const device = await connectedDevice(gateway, account_id);
    requests.push({
      head: [
        'POST /v1/messages HTTP/1.1',
        'host: 127.0.0.1',
        `authorization: Bearer ${api_key}`,
        'idempotency-key: {key}',
        'content-type: application/json',
        '',
      ].join('\r\n'),
      body: JSON.stringify({
        device_uuid: device,
        to: '081234567890',
        body: 'Halo Kak, pesanan sudah dikirim.',
      }),
    });
  }
  return requests;
}

async function query<Row extends pg.QueryResultRow>(
  { databaseUrl }: BenchGateway,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

async function connectedDevice(gateway: BenchGateway, accountId: number): Promise<string> {
  const [row] = await query<{ device_uuid: string }>(
    gateway,
    `insert into devices (account_id, label, engine, network, status) values ($1, 'Bench', 'economy', 'live', 'connected') returning device_uuid`,
    [accountId],
  );
  return row?.device_uuid ?? '';
}

async function countMessages(gateway: BenchGateway): Promise<number> {
  const [row] = await query<{ count: string }>(gateway, 'select count(*) from messages');
  return Number(row?.count);
}

function load(port: number, requests: LoadJob['requests']): Promise<LoadResult> {
  return runLoad({ port, connections: CONNECTIONS, seconds: SECONDS, requests });
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
