import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { findRunningPostgres } from '../../src/lib/postgres/embedded.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';

const CONNECTIONS = 256;
const SECONDS = 5;
const ROUNDS = 3;
const ACCOUNTS = 50;

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const ECHO = fileURLToPath(new URL('./echo-server.ts', import.meta.url));
const LOAD = fileURLToPath(new URL('./load-generator.ts', import.meta.url));
const exec = promisify(execFile);

/**
 * POST /v1/messages of a real gateway with its embedded PostgreSQL (fsync on, rate window and quota in force, a new key per request)
 * beside a bare Fastify echo, in alternating rounds with the same load generator.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-bench-'));
  const env = {
    ...process.env,
    KURIR_DATA_DIR: folder,
    KURIR_PORT: '0',
    KURIR_ROLES: 'api,worker',
    LOG_LEVEL: 'error',
  };
  const gateway = spawn(process.execPath, [CLI, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const echo = spawn(process.execPath, [ECHO], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const gatewayPort = Number(new URL(/ready: (\S+)/.exec(await firstLine(gateway))?.[1] ?? '').port);
    const echoPort: number = JSON.parse(await firstLine(echo)).port;
    const requests = await prepare(folder, env);
    await measure(gatewayPort, echoPort, requests, folder);
  } finally {
    echo.kill();
    gateway.kill();
    await once(gateway, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  gateway: number,
  echo: number,
  requests: LoadJob['requests'],
  folder: string,
): Promise<void> {
  const sides = [
    { name: 'bare Fastify echo', port: echo, requests: requests.slice(0, 1) },
    { name: 'accept, 1 account', port: gateway, requests: requests.slice(0, 1) },
    { name: `accept, ${ACCOUNTS} accounts`, port: gateway, requests },
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
  const stored = await countMessages(folder);
  console.log(`accepted ${accepted}, stored ${stored}${accepted === stored ? '' : '   <-- they differ'}`);
}

/** Accounts with limits far away but in force, each with a device that counts as connected and has no session behind it. */
async function prepare(folder: string, env: NodeJS.ProcessEnv): Promise<LoadJob['requests']> {
  const kurir = async (...args: string[]) =>
    JSON.parse((await exec(process.execPath, [CLI, ...args, '--json'], { env })).stdout);
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
    const device = await connectedDevice(folder, account_id);
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
  folder: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const url = await findRunningPostgres(folder);
  if (!url) throw new Error('the embedded PostgreSQL does not run');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

async function connectedDevice(folder: string, accountId: number): Promise<string> {
  const [row] = await query<{ device_uuid: string }>(
    folder,
    `insert into devices (account_id, label, engine, network, status) values ($1, 'Bench', 'economy', 'live', 'connected') returning device_uuid`,
    [accountId],
  );
  return row?.device_uuid ?? '';
}

async function countMessages(folder: string): Promise<number> {
  const [row] = await query<{ count: string }>(folder, 'select count(*) from messages');
  return Number(row?.count);
}

async function load(port: number, requests: LoadJob['requests']): Promise<LoadResult> {
  const job: LoadJob = { port, connections: CONNECTIONS, seconds: SECONDS, requests };
  const { stdout } = await exec(process.execPath, [LOAD, JSON.stringify(job)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the child has no stdout');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).split('\n')[0] ?? '';
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
