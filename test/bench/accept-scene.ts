import { randomBytes } from 'node:crypto';
import { createKey } from '../../src/platform/accounts/key.ts';
import { SYSTEM } from '../../src/platform/lib/actor.ts';
import { type Database, openDatabase } from '../../src/platform/lib/db/db.ts';
import { startBenchGateway } from './bench-gateway.ts';
import { parentOf } from './cpu.ts';
import type { LoadJob } from './load-generator.ts';

/** A gateway whose accounts can send. */
export interface AcceptScene {
  port: number;
  pid: number;
  /** Of its PostgreSQL. */
  postmaster: number;
  database: Database;
  /** One for each account. */
  requests: LoadJob['requests'];
  stop(): Promise<void>;
}

/**
 * Starts it. The limits of the accounts are in force but never reached. Each account has a connected device
 * without a session. `key` is the placeholder that the load generator replaces with an Idempotency-Key.
 */
export async function openAcceptScene(accounts: number, key: '{key}' | '{uuid}'): Promise<AcceptScene> {
  const { port, pid, databaseUrl, stop } = await startBenchGateway();
  const database = openDatabase(databaseUrl, { max: 1, name: 'kurir bench', silenceMs: 600_000 });
  const close = () => database.close().finally(stop);
  try {
    const requests = await prepare(database, accounts, key);
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { port, pid, postmaster: await parentOf(rows[0]?.pid ?? 0), database, requests, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function countMessages({ database }: AcceptScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from messages');
  return rows[0]?.count ?? 0;
}

async function prepare({ db, pool }: Database, accounts: number, key: string): Promise<LoadJob['requests']> {
  await pool.query(
    `insert into plans (name, rate_per_minute, monthly_quota, max_devices) values ('bench', 1000000000, 1000000000, 1)`,
  );
  const { rows } = await pool.query<{ account_id: number; device_uuid: string }>(
    `with account as (
       insert into accounts (name, plan)
       select 'Bench ' || n, 'bench' from generate_series(1, $1) n returning id
     )
     insert into devices (account_id, label, engine, network, status)
     select id, 'Bench', 'economy', 'live', 'connected' from account
     returning account_id, device_uuid`,
    [accounts],
  );
  const ctx = { actor: SYSTEM, db, now: () => new Date(), randomBytes };
  return Promise.all(
    rows.map(async ({ account_id, device_uuid }) => {
      const owner = { accountId: account_id, name: 'bench', scope: 'full', expiresAt: null } as const;
      const { api_key } = await createKey(ctx, owner);
      return {
        head: [
          'POST /v1/messages HTTP/1.1',
          'host: 127.0.0.1',
          `authorization: Bearer ${api_key}`,
          `idempotency-key: ${key}`,
          'content-type: application/json',
          '',
        ].join('\r\n'),
        body: JSON.stringify({ device_uuid, to: '081234567890', body: 'Halo Kak, pesanan sudah dikirim.' }),
      };
    }),
  );
}
