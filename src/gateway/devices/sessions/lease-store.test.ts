import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { touchHealth } from '../store.ts';
import {
  acquireLeases,
  countShare,
  type Lease,
  leaveNode,
  releaseAllNodes,
  releaseLeases,
  releaseNode,
  renew,
} from './lease-store.ts';

async function fleet(count: number) {
  const ctx = await testContext();
  const account = await insertAccount(ctx);
  const devices = [];
  for (let n = 0; n < count; n += 1) devices.push(await insertDevice(ctx, account));
  await tablesOf(ctx.db).updateTable('devices').set({ wanted: 'connected' }).execute();
  return { ctx, devices, node: randomUUID(), other: randomUUID() };
}

test('two nodes that acquire at once never get the same device', async () => {
  const { ctx, node, other } = await fleet(20);

  const [mine, theirs] = await Promise.all([
    acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 20 }),
    acquireLeases(ctx.db, { node_id: other, network: 'live', limit: 20 }),
  ]);

  const taken = [...mine, ...theirs].map((lease) => lease.device_id);
  expect(new Set(taken).size).toBe(taken.length);
  const rest = await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 20 });
  expect(taken.length + rest.length).toBe(20);
});

test('only devices of the network that need a session are acquired', async () => {
  const { ctx, devices, node } = await fleet(3);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ wanted: 'idle' })
    .where('id', '=', devices[0]?.id ?? 0)
    .execute();
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ network: 'sandbox' })
    .where('id', '=', devices[1]?.id ?? 0)
    .execute();

  const taken = await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 10 });

  expect(taken.map((lease) => lease.device_id)).toEqual([devices[2]?.id]);
});

test('an expired lease goes to another node, and the first owner cannot renew it', async () => {
  const { ctx, node, other } = await fleet(1);
  const mine = await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 1 });
  await tablesOf(ctx.db)
    .updateTable('device_leases')
    .set({ expires_at: new Date(0) })
    .execute();

  const theirs = await acquireLeases(ctx.db, { node_id: other, network: 'live', limit: 1 });

  expect(theirs).toEqual([{ device_id: mine[0]?.device_id, epoch: 2 }]);
  expect(await renew(ctx.db, { nodeId: node, network: 'live' }, mine)).toEqual([]);
  expect(await renew(ctx.db, { nodeId: other, network: 'live' }, theirs)).toEqual(theirs);
});

test('an expired lease that no other node took is renewed', async () => {
  const { ctx, node } = await fleet(1);
  const mine = await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 1 });
  await tablesOf(ctx.db)
    .updateTable('device_leases')
    .set({ expires_at: new Date(0) })
    .execute();

  expect(await renew(ctx.db, { nodeId: node, network: 'live' }, mine)).toEqual(mine);
});

test('a released lease is free at once, under the next epoch', async () => {
  const { ctx, node, other, devices } = await fleet(1);
  await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 1 });

  await releaseLeases(ctx.db, { node_id: node, device_ids: [devices[0]?.id ?? 0] });

  expect(await acquireLeases(ctx.db, { node_id: other, network: 'live', limit: 1 })).toEqual([
    { device_id: devices[0]?.id, epoch: 2 },
  ]);
});

test('a dead process cannot renew its leases', async () => {
  const { ctx, node } = await fleet(2);
  await renew(ctx.db, { nodeId: node, network: 'live' }, []);
  const held = await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 2 });

  await releaseNode(ctx.db, { node_id: node });

  expect(await countShare(ctx.db, { network: 'live', device_ids: [] })).toEqual({
    devices: 2,
    nodes: 0,
    busy: [],
  });
  expect(await renew(ctx.db, { nodeId: node, network: 'live' }, held)).toEqual([]);
});

test('a leased device is busy only while its desired state needs a session', async () => {
  const { ctx, devices, node } = await fleet(3);
  const ids = devices.map((device) => device.id);
  await renew(ctx.db, { nodeId: node, network: 'live' }, []);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ wanted: 'idle' })
    .where('id', '=', ids[1] ?? 0)
    .execute();

  const share = await countShare(ctx.db, { network: 'live', device_ids: ids.slice(0, 2) });

  expect(share).toEqual({ devices: 2, nodes: 1, busy: [ids[0]] });
});

interface Owned {
  ctx: TestContext;
  node: string;
  held: Lease[];
}
const idsOf = ({ held }: Owned) => held.map((lease) => lease.device_id);

test.each<[string, 'device_leases' | 'devices', (owned: Owned) => Promise<unknown>]>([
  [
    'renewal',
    'device_leases',
    ({ ctx, node, held }) => renew(ctx.db, { nodeId: node, network: 'live' }, held),
  ],
  [
    'release',
    'device_leases',
    (owned) => releaseLeases(owned.ctx.db, { node_id: owned.node, device_ids: idsOf(owned) }),
  ],
  ['leave of a node', 'device_leases', ({ ctx, node }) => leaveNode(ctx.db, { node_id: node })],
  ['release of a dead node', 'device_leases', ({ ctx, node }) => releaseNode(ctx.db, { node_id: node })],
  ['release of all nodes', 'device_leases', ({ ctx }) => releaseAllNodes(ctx.db, {})],
  [
    'sign of life',
    'devices',
    (owned) => touchHealth(owned.ctx.db, new Map(idsOf(owned).map((id) => [id, new Date()]))),
  ],
])('a %s locks in the order of the devices, which rules out deadlocks', async (_name, table, change) => {
  const { ctx, devices, node } = await fleet(2);
  const [low = 0, high = 0] = devices.map((device) => device.id);
  const held = (await acquireLeases(ctx.db, { node_id: node, network: 'live', limit: 2 })).sort(
    (a, b) => b.device_id - a.device_id,
  );
  const key = table === 'devices' ? 'id' : 'device_id';
  // Written again, the first device comes last in the table.
  await ctx.pool.query(
    `update ${table} set ${key === 'id' ? 'label = label' : 'epoch = epoch'} where ${key} = $1`,
    [low],
  );
  const client = await ctx.pool.connect();
  const lock = (id: number) =>
    client.query(`select from ${table} where ${key} = $1 for no key update nowait`, [id]);

  await client.query('begin');
  await lock(low);
  const changing = change({ ctx, node, held });
  await until(() => isBlocked(ctx), { what: 'the wait for the first row' });
  const second = await lock(high).catch((error: Error) => error.message);
  await client.query('rollback');
  client.release();
  await changing;

  expect(second).toMatchObject({ rowCount: 1 });
});

async function isBlocked(ctx: TestContext): Promise<boolean> {
  const { rows } = await ctx.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
