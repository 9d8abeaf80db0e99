import pg from 'pg';
import { type BenchGateway, startBenchGateway } from './bench-gateway.ts';
import { parentOf } from './cpu.ts';
import type { LoadJob } from './load-generator.ts';

/** A gateway whose accounts can send. */
export interface AcceptScene {
  port: number;
  pid: number;
  /** Of its PostgreSQL. */
  postmaster: number;
  databaseUrl: string;
  /** One for each account. */
  requests: LoadJob['requests'];
  stop(): Promise<void>;
}

/**
 * Starts it. The accounts have limits far away but in force, and a device each that counts as connected and has no session behind it. `key`
 * is how the load generator makes their Idempotency-Keys.
 */
export async function openAcceptScene(accounts: number, key: '{key}' | '{uuid}'): Promise<AcceptScene> {
  const gateway = await startBenchGateway();
  const { port, pid, databaseUrl, stop } = gateway;
  try {
    return await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const postmaster = await parentOf(rows[0]?.pid ?? 0);
      const requests = await prepare(gateway, client, accounts, key);
      return { port, pid, postmaster, databaseUrl, requests, stop };
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

export function countMessages({ databaseUrl }: AcceptScene): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from messages');
    return Number(rows[0]?.count);
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function prepare(
  { kurir }: BenchGateway,
  client: pg.Client,
  accounts: number,
  key: string,
): Promise<LoadJob['requests']> {
  const plan = ['--rate-per-minute', '1000000000', '--monthly-quota', '1000000000', '--max-devices', '1'];
  await kurir('plan', 'set', 'bench', ...plan);
  const requests = [];
  for (let n = 0; n < accounts; n += 1) {
    const { account_id, api_key } = await kurir(
      'account',
      'create',
      '--name',
      `Bench ${n}`,
      '--plan',
      'bench',
    );
    const device = await connectedDevice(client, account_id);
    requests.push({
      head: [
        'POST /v1/messages HTTP/1.1',
        'host: 127.0.0.1',
        `authorization: Bearer ${api_key}`,
        `idempotency-key: ${key}`,
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

async function connectedDevice(client: pg.Client, accountId: number): Promise<string> {
  const { rows } = await client.query<{ device_uuid: string }>(
    `insert into devices (account_id, label, engine, network, status) values ($1, 'Bench', 'economy', 'live', 'connected') returning device_uuid`,
    [accountId],
  );
  return rows[0]?.device_uuid ?? '';
}
