import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../../test/harness/database.ts';
import { queryableOf } from '../../../test/harness/queryable.ts';
import { migrate } from '../../lib/db/migrate.ts';
import { moveStatuses } from './settle-store.ts';
import { sourceOf } from './states.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const LAST_OLD = '0007';

/** The migrations before the states, in a folder. */
async function oldMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-old-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of await readdir(MIGRATIONS)) {
    if (name.slice(0, 4) <= LAST_OLD) await cp(join(MIGRATIONS, name), join(folder, name));
  }
  return folder;
}

const OLD_ROWS = `
  with account as (
    insert into accounts (name, plan) values ('Toko', 'pro') returning id
  ), device as (
    insert into devices (account_id, label, engine, network, status)
    select id, 'Kasir', 'economy', 'live', 'connected' from account returning id, account_id
  )
  insert into messages (account_id, device_id, direction, type, status, phone, due, held, maybe_written,
    reserved_wa_id, wa_message_id, error_code, broadcast_id, broadcast_place, created_at)
  select account_id, id, direction, 'text', state, '62812', due, held, written, reserved, provider, error,
    case when held then 1 end, case when held then n end, now()
  from device, (values
    (1, 'out', 'queued', true, false, false, null, null, null),
    (2, 'out', 'queued', true, false, true, 'in-flight', null, null),
    (3, 'out', 'queued', false, true, false, null, null, null),
    (4, 'out', 'queued', false, true, true, 'suspended', null, null),
    (5, 'out', 'sent', false, false, true, 'sent', 'sent', null),
    (6, 'out', 'delivered', false, false, true, 'delivered', 'delivered', null),
    (7, 'out', 'read', false, false, false, 'read', 'read', null),
    (8, 'out', 'failed', false, false, false, null, null, 'expired'),
    (9, 'in', 'received', false, false, false, null, 'inbound', null)
  ) as row (n, direction, state, due, held, written, reserved, provider, error)
  order by n returning device_id`;

test('rows from before the states keep moving, and their source follows from the other columns', async () => {
  const url = await emptyDatabase();
  await migrate(url, await oldMigrations());
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows: old } = await client.query(OLD_ROWS);

  await migrate(url);
  const reports = ['in-flight', 'suspended', 'sent', 'delivered', 'read'].map((id) => ({
    ...{ device_id: old[0].device_id, wa_message_id: id, status: 'read' as const },
    ...{ error_code: null, error_message: null, refund: false },
  }));
  await moveStatuses(queryableOf(client), reports, new Date());

  const { rows } = await client.query(
    `select status, ${sourceOf('m')} as source from messages m order by id`,
  );
  expect(rows.map(({ status, source }) => `${source} ${status}`)).toEqual([
    'api queued',
    'api read',
    'broadcast queued',
    'broadcast read',
    'api read',
    'api read',
    'api read',
    'api failed',
    'customer received',
  ]);
});
