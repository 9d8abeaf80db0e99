import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventsOf } from '../../../../test/harness/events.ts';
import {
  CUSTOMER,
  type Line,
  OWNER,
  openLine,
  startNode,
  statusOfDevice,
} from '../../../../test/harness/line.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { testMedia } from '../../../../test/harness/media.ts';
import { lookup } from '../../../../test/harness/names.ts';
import { noInbound } from '../../../../test/harness/no-inbound.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { createEconomyDriver } from '../../engines/economy/driver.ts';
import type { Timing } from '../../engines/economy/timing.ts';
import { applyTrigger, createDevice, releaseDevice } from '../device.ts';
import { currentPairingCode, requestQr } from '../pairing/pairing.ts';
import { requestPairing } from '../pairing/store.ts';
import { renew } from './lease-store.ts';
import { startSessions } from './sessions.ts';

const status = (line: Line, id: number, wanted: string) =>
  until(async () => (await statusOfDevice(line.ctx, id)) === wanted, { what: `status ${wanted}` });

const announced = async (line: Line) =>
  (await eventsOf(line.ctx, 'device.status')).map((event) => event.status);

const deviceRow = (line: Line, id: number) =>
  tablesOf(line.ctx.db).selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('pairing announces each step, fills the number and forgets the code', async () => {
  const line = await openLine();

  const device = await line.pair();

  expect(await announced(line)).toEqual(['provisioned', 'qr_pending', 'connected']);
  const row = await deviceRow(line, device.id);
  expect(row).toMatchObject({ phone_number: OWNER, wanted: 'connected', reason: null });
  expect(row.connected_at).not.toBeNull();
  expect(await tablesOf(line.ctx.db).selectFrom('device_pairings').selectAll().execute()).toEqual([]);
});

test('a pairing without a network shows why, without an event, until its QR comes', async () => {
  const line = await openLine();
  await line.node.stop();
  const { ctx, sandbox, account } = line;
  const current = { ...sandbox.current, whatsappUrl: 'ws://kurir.invalid/ws' };
  const cutOff = startNode(ctx, { ...sandbox, current });
  const device = await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  const reason = async () => (await deviceRow(line, device.id)).reason;

  await requestQr(ctx, account, device.device_uuid);
  await expect.poll(reason, { timeout: 10_000 }).toBe('network_name_unresolved');
  const told = await announced(line);
  await cutOff.stop();
  startNode(ctx, sandbox);
  await status(line, device.id, 'qr_pending');

  expect(told).toEqual(['provisioned']);
  expect(await reason()).toBeNull();
});

test('a demand of a passkey replaces the QR by its reason, without an event; a refusal ends the pairing', async () => {
  const line = await openLine();
  const { ctx, sandbox, account } = line;
  const device = await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  await sandbox.post('/sandbox/phones', { number: OWNER });
  await sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { passkey: 'required' });
  const ask = () => requestQr(ctx, account, device.device_uuid);
  await ask();
  const qr = await until(async () => (await currentPairingCode(ctx, device.id)) ?? undefined);

  const scan = await sandbox.post(`/sandbox/phones/${OWNER}/scan`, { qr });
  const asked = await until(async () => {
    const answer = await ask();
    return answer.device.reason === 'passkey_required' && answer;
  });
  const told = await announced(line);
  await sandbox.post('/sandbox/faults', { close: { code: '401' } });
  await status(line, device.id, 'provisioned');

  expect([scan.status, scan.body.error]).toEqual([409, 'passkey_required']);
  expect(asked).toMatchObject({ qr: null, device: { status: 'qr_pending' } });
  expect(told).toEqual(['provisioned', 'qr_pending']);
  expect(await deviceRow(line, device.id)).toMatchObject({ reason: 'passkey_rejected', wanted: 'idle' });
});

test('a reconnect within the grace period announces no loss', async () => {
  const line = await openLine({ lossGraceMs: 60_000 });
  const device = await line.pair();

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { close: { code: '503' } });
  const id = await line.send(device.device_uuid, 'Halo');
  await until(async () => (await line.statusOf(id)) === 'delivered');

  expect(await announced(line)).toEqual(['provisioned', 'qr_pending', 'connected']);
});

test('a lasting loss is announced, and so is the reconnect', async () => {
  const line = await openLine({ lossGraceMs: 100 });
  const device = await line.pair();

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);
  await status(line, device.id, 'disconnected');
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);
  await status(line, device.id, 'connected');

  expect(await announced(line)).toEqual([
    'provisioned',
    'qr_pending',
    'connected',
    'disconnected',
    'connected',
  ]);
});

test.each([
  ['logout', 'disconnected'],
  ['ban', 'banned'],
] as const)(
  'after a %s on the phone the device is %s, and a new QR pairs it again',
  async (action, expected) => {
    const line = await openLine();
    const device = await line.pair();

    await line.sandbox.post(`/sandbox/numbers/${OWNER}/${action}`);
    await status(line, device.id, expected);
    await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);
    await requestQr(line.ctx, line.account, device.device_uuid);

    await status(line, device.id, 'qr_pending');
    expect((await announced(line)).slice(3)).toEqual([expected, 'qr_pending']);
  },
);

test('a released device is logged out at the provider, and its credentials are deleted', async () => {
  const line = await openLine();
  const device = await line.pair();

  await releaseDevice(line.ctx, line.account, device.device_uuid);
  await until(async () => (await deviceRow(line, device.id)).wanted === 'idle', { what: 'the logout' });

  expect(await tablesOf(line.ctx.db).selectFrom('session_creds').selectAll().execute()).toEqual([]);
  expect(await tablesOf(line.ctx.db).selectFrom('session_keys').selectAll().execute()).toEqual([]);
  const phone = await line.sandbox.get(`/sandbox/phones/${OWNER}`);
  expect(JSON.stringify(phone.body)).not.toContain('"connected":true');
});

test('a release of a disconnected device happens after the reconnect', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);

  await releaseDevice(line.ctx, line.account, device.device_uuid);
  await status(line, device.id, 'disconnected');
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);

  const row = await until(async () => {
    const released = await deviceRow(line, device.id);
    return released.wanted === 'idle' && released;
  });
  expect(row.status).toBe('disconnected');
});

longTest('a logout that the provider does not answer is retried until it succeeds', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.node.stop();
  await startImpatientNode(line);
  const companions = async () => (await line.sandbox.get(`/sandbox/phones/${OWNER}`)).body.companions;
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { silent: true });

  await releaseDevice(line.ctx, line.account, device.device_uuid);
  await until(async () => (await companions())[0]?.connected === false, { what: 'the first try given up' });
  const { wanted } = await deviceRow(line, device.id);
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { silent: false });
  await until(async () => (await deviceRow(line, device.id)).wanted === 'idle', { what: 'the logout' });

  expect(wanted).toBe('released');
  expect(await companions()).toEqual([]);
  expect(await tablesOf(line.ctx.db).selectFrom('session_creds').selectAll().execute()).toEqual([]);
});

test('a restart by the provider ends the old connection before the new one is ready', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { acks: false, receipts: false });
  const id = await line.send(device.device_uuid, 'Halo');
  await until(async () => (await line.textsAt(CUSTOMER)).length === 1, { what: 'the first copy' });
  const disconnected = vi.spyOn(line.node.dispatcher, 'disconnected');
  const connected = vi.spyOn(line.node.dispatcher, 'connected');

  const faults = { acks: true, receipts: true, close: { code: '515' } };
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, faults);
  await until(async () => (await line.statusOf(id)) === 'delivered', { what: 'the second copy' });

  expect(disconnected).toHaveBeenCalledOnce();
  expect(disconnected).toHaveBeenCalledBefore(connected);
  expect(await announced(line)).toEqual(['provisioned', 'qr_pending', 'connected']);
});

test('a reconnect does not win against a request for a new QR: its keys are deleted', async () => {
  const line = await openLine({ lossGraceMs: 50 });
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);
  await status(line, device.id, 'disconnected');

  await line.ctx.db.transaction(async (tx) => {
    await tablesOf(tx)
      .selectFrom('devices')
      .select('id')
      .where('id', '=', device.id)
      .forNoKeyUpdate()
      .execute();
    await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);
    await until(() => isConnecting(line), { what: 'the line' });
    await requestPairing(tx, device.id);
  });
  line.ctx.bus.publish('devices');
  await status(line, device.id, 'qr_pending');

  const steps = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'qr_pending'];
  expect(await announced(line)).toEqual(steps);
});

test('a session whose pairing has ended elsewhere shows no further QR', async () => {
  const line = await openLine();
  await line.node.stop();
  const { ctx, account } = line;
  const sessions = startSessions(ctx, {
    nodeId: randomUUID(),
    network: 'sandbox',
    engines: [{ driver: driverOf(line, { qrFirstMs: 50, qrNextMs: 50 }), listener: line.node.dispatcher }],
    inbound: noInbound,
  });
  onTestFinished(() => sessions.stop());
  const device = await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  await requestQr(ctx, account, device.device_uuid);
  await status(line, device.id, 'qr_pending');

  // As another gateway does it at its start.
  await applyTrigger(ctx, device.id, 'pairing_ended', { reason: 'restarted' });
  await until(() => sessions.leasedDevices().length === 0, { what: 'the end of the session' });

  expect(await deviceRow(line, device.id)).toMatchObject({ status: 'provisioned', reason: 'restarted' });
});

/** Takes over the device; resolves when it is connected. Waits 50 ms for the answer to a logout. */
async function startImpatientNode(line: Line): Promise<void> {
  const { ctx, node } = line;
  const up = Promise.withResolvers<void>();
  const driver = driverOf(line, { connectDeadlineMs: 4000 });
  const sessions = startSessions(ctx, {
    nodeId: randomUUID(),
    network: 'sandbox',
    engines: [{ driver, listener: { ...node.dispatcher, connected: () => up.resolve() } }],
    inbound: noInbound,
    logoutTimeoutMs: 50,
  });
  onTestFinished(() => sessions.stop());
  await up.promise;
}

const driverOf = ({ ctx, sandbox }: Line, timing: Partial<Timing>) =>
  createEconomyDriver({
    lookup,
    whatsappUrl: sandbox.current.whatsappUrl,
    trustRoot: Buffer.from(sandbox.current.trustRoot, 'base64'),
    media: testMedia(),
    versions: [],
    log: ctx.log,
    clock: ctx,
    random: Math.random,
    timing,
  });

/** True while the transition to `connected` waits for the row of the device. */
async function isConnecting(line: Line): Promise<boolean> {
  const { rows } = await line.ctx.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%previous_status%'`,
  );
  return rows.length > 0;
}

test('another client with the same keys ends the session permanently', async () => {
  const line = await openLine();
  const device = await line.pair();

  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { close: { code: '440' } });
  await status(line, device.id, 'disconnected');

  expect((await deviceRow(line, device.id)).wanted).toBe('idle');
});

longTest('two processes share the devices, and one that stops releases all of its share', async () => {
  const line = await openLine();
  for (let n = 1; n <= 4; n += 1) await line.pair(`62811000000${n}0`);

  const other = startNode(line.ctx, line.sandbox);
  await until(async () => other.sessions.leasedDevices().length === 2, { what: 'a fair share' });
  expect(line.node.sessions.leasedDevices()).toHaveLength(2);
  await line.node.stop();

  await until(async () => other.sessions.leasedDevices().length === 4, { what: 'all devices' });
});

test.each([1, 2])(
  'with %i processes, a device that becomes idle costs no other device its session',
  async (nodes) => {
    const line = await openLine();
    const done = await line.pair();
    const kept = await line.pair('6281100000020');
    const others = nodes === 2 ? await ownedElsewhere(line, 3) : [];
    const held = () => line.node.sessions.leasedDevices();

    const ended = [done.id, ...others.slice(1)];
    await tablesOf(line.ctx.db)
      .updateTable('devices')
      .set({ wanted: 'idle' })
      .where('id', 'in', ended)
      .execute();
    await until(async () => held().every((device) => device.id !== done.id), {
      what: 'the end of the first',
    });

    expect(held()).toMatchObject([{ id: kept.id, epoch: 1 }]);
  },
);

test('an expired lease that the same process acquires again leaves one session', async () => {
  const line = await openLine();
  const device = await line.pair();
  const { node } = line;
  // The devices of others make room for one more.
  await ownedElsewhere(line, 3);
  await tablesOf(line.ctx.db)
    .updateTable('device_leases')
    .set({ expires_at: new Date(0) })
    .where('device_id', '=', device.id)
    .execute();
  line.ctx.bus.publish('devices');

  await until(async () =>
    node.sessions.leasedDevices().some(({ id, epoch }) => id === device.id && epoch === 2),
  );
  const id = await line.send(device.device_uuid, 'Halo');
  await until(async () => (await line.statusOf(id)) === 'delivered');

  expect(await announced(line)).toEqual(['provisioned', 'qr_pending', 'connected']);
});

/** Devices of a process that is alive somewhere else. */
async function ownedElsewhere(line: Line, count: number): Promise<number[]> {
  const { ctx, account } = line;
  const node_id = randomUUID();
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await insertDevice(ctx, account);
    const lease = { node_id, expires_at: new Date(Date.now() + 60_000) };
    await tablesOf(ctx.db).updateTable('device_leases').set(lease).where('device_id', '=', id).execute();
    ids.push(id);
  }
  await tablesOf(ctx.db).updateTable('devices').set({ wanted: 'connected' }).where('id', 'in', ids).execute();
  await renew(ctx.db, { nodeId: node_id, network: 'sandbox' }, []);
  return ids;
}

test('unreadable credentials are not missing: no new QR, and a reconnect once they are readable', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.node.stop();
  await line.ctx.pool.query('alter table session_creds rename column value to hidden');

  startNode(line.ctx, line.sandbox, { lossGraceMs: 100 });
  await status(line, device.id, 'disconnected');
  await line.ctx.pool.query('alter table session_creds rename column hidden to value');
  await status(line, device.id, 'connected');

  expect(await announced(line)).toEqual([
    'provisioned',
    'qr_pending',
    'connected',
    'disconnected',
    'connected',
  ]);
});
