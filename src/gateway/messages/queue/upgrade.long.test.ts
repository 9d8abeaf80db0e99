import type pg from 'pg';
import { expect, test } from 'vitest';
import { openOldDatabase } from '../../../../test/harness/old-database.ts';
import { queryableOf } from '../../../../test/harness/queryable.ts';
import { findMessage } from '../store.ts';
import { insertWaiting } from './insert-store.ts';
import { findByPublicId } from './public-ids.ts';
import { moveStatuses } from './settle-store.ts';
import { sourceOf } from './states.ts';

/** The last migrations before the states, and before the public ids. */
const NO_STATES = '0007';
const NO_PUBLIC_IDS = '0013';

/** A database that only the migrations up to `last` have changed. */
async function openOld(last: string) {
  const old = await openOldDatabase();
  await old.migrateTo((number) => number <= last);
  return old;
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
  const { client, upgrade } = await openOld(NO_STATES);
  const { rows: old } = await client.query(OLD_ROWS);

  await upgrade();
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

/** Messages of two accounts by turns, as a process of the version before stores them. Returns their ids. */
async function storeOld(client: pg.Client, count: number): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await client.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, due, created_at)
     select 1 + n % 2, 1 + n % 2, 'out', 'api', 'text', 'queued', '62812', true, now()
     from generate_series(1, $1::int) n returning id::int, account_id::int`,
    [count],
  );
  return rows;
}

/** The account stores a message. Returns its public id. */
async function storeNew(client: pg.Client, accountId: number): Promise<number> {
  const origin = { account_id: accountId, source: 'api', author_id: null } as const;
  const content = { device_id: accountId, phone: '62813', type: 'text', body: 'Halo' };
  const none = { media_url: null, interactive: null, broadcast_place: null };
  const [row] = await insertWaiting(
    queryableOf(client),
    { ...origin, broadcast_id: null },
    [{ ...content, ...none }],
    new Date(),
  );
  const { rows } = await client.query('select public_id::int from messages where id = $1', [row?.id]);
  return rows[0].public_id;
}

const highest = (rows: { id: number; account_id: number }[], account: number) =>
  Math.max(...rows.filter(({ account_id }) => account_id === account).map(({ id }) => id));

test('messages keep the ids that were shown, and new ids follow the highest one of the account', async () => {
  const { client, upgrade } = await openOld(NO_PUBLIC_IDS);
  const old = await storeOld(client, 9);
  const find = async (accountId: number, id: number) => {
    const message = await findMessage(queryableOf(client), { accountId, deviceIds: null, publicId: id });
    return message && Number(message.public_id);
  };

  await upgrade();

  for (const { id, account_id } of old) {
    expect(await find(account_id, id)).toBe(id);
    expect(await find(3 - account_id, id)).toBeUndefined();
  }
  const ids = [await storeNew(client, 1), await storeNew(client, 1), await storeNew(client, 2)];
  expect(ids).toEqual([highest(old, 1) + 1, highest(old, 1) + 2, highest(old, 2) + 1]);
  expect(await find(1, highest(old, 1))).toBe(highest(old, 1));
});

test('processes of both versions store messages side by side: each id that was shown finds its message', async () => {
  const { client, upgrade } = await openOld(NO_PUBLIC_IDS);
  await storeOld(client, 4);
  await upgrade();

  const shown: { id: number; account_id: number; phone: string }[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (const account_id of [1, 1, 2]) {
      shown.push({ id: await storeNew(client, account_id), account_id, phone: '62813' });
    }
    for (const row of await storeOld(client, 3)) shown.push({ ...row, phone: '62812' });
  }

  for (const account of [1, 2]) {
    const ids = shown.filter(({ account_id }) => account_id === account).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  }
  for (const { id, account_id, phone } of shown) {
    const { rows } = await client.query(findByPublicId('phone', '$1', '$2'), [account_id, id]);
    expect(rows).toEqual([{ phone }]);
  }
});
