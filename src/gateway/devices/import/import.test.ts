import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, type Line, openLine, startNode, statusOfDevice } from '../../../../test/harness/line.ts';
import { LOCKS } from '../../../../test/harness/locks.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import {
  evolutionFolder,
  filesOf,
  oldGateway,
  tempFolder,
  whatsmeowDatabase,
  whatsmeowRows,
  zipOf,
} from '../../../../test/harness/moved-sessions.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { until } from '../../../../test/harness/until.ts';
import { readSession } from '../../engines/economy/moving-in/read-session.ts';
import { createDevice, getDevice, releaseDevice } from '../device.ts';
import { currentPairingCode, putPairingCode, requestCode } from '../pairing/pairing.ts';
import { findDemand, openDemand, putDemand } from '../passkey/passkey.ts';
import { keepFile } from '../sessions/network-files-store.ts';
import { importSession } from './import.ts';

const EMPTY = { wanted: 'idle', phone_number: null, keys: 0, creds: 0 };
let numbers = 0;

function sceneOf({ ctx, account, sandbox, send }: Line) {
  const rowOf = async (id: number) => {
    const { rows } = await ctx.pool.query(
      `select status, wanted, reason, phone_number,
         (select count(*)::int from session_keys where device_id = d.id) as keys,
         (select count(*)::int from session_creds where device_id = d.id) as creds
       from devices d where id = $1`,
      [id],
    );
    return rows[0];
  };
  const received = (text: string) =>
    until(
      async () => {
        const found = `select from messages where direction = 'in' and body = $1`;
        return (await ctx.pool.query(found, [text])).rowCount === 1;
      },
      { what: text },
    );
  return {
    rowOf,
    received,
    newDevice: () => createDevice(ctx, account, { label: 'Kasir', engine: 'economy' }),
    /** Another gateway that has stopped, with its session. */
    async old() {
      numbers += 1;
      const number = `6281100001${String(numbers).padStart(3, '0')}`;
      return { number, ...(await oldGateway(sandbox, { number, customer: CUSTOMER })) };
    },
    moveIn: (uuid: string, path: string) =>
      importSession({ ...ctx, readSession }, account, uuid, { path }, null),
    connected: (id: number) =>
      until(async () => (await statusOfDevice(ctx, id)) === 'connected', { what: 'the connection' }),
    failed: (id: number) =>
      until(
        async () => {
          const row = await rowOf(id);
          return row.wanted === 'idle' ? row : undefined;
        },
        { what: 'the end of the import' },
      ),
    /** A message in each direction, decrypted by the phone of the customer and by the device. */
    async talk(device: { device_uuid: string }, number: string, word: string) {
      await send(device.device_uuid, `out ${word}`);
      await sandbox.messageAt(CUSTOMER, `out ${word}`);
      await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: number, text: `in ${word}` });
      await received(`in ${word}`);
    },
  };
}

const line = await openLine({ cleanup: afterAll });
const { ctx, account, sandbox } = line;
const { rowOf, received, newDevice, old, moveIn, connected, failed, talk } = sceneOf(line);

const FORMS: [string, (folder: string) => Promise<{ path: string } | { file: Buffer }>][] = [
  ['folder', async (path) => ({ path })],
  ['ZIP', async (path) => ({ file: await zipOf(await filesOf(path), 'session/') })],
  ['Evolution API', async (path) => ({ path: await evolutionFolder(path) })],
  ['whatsmeow', async (path) => ({ file: await whatsmeowDatabase([await whatsmeowRows(path)]) })],
];

test('sessions of all forms move in: messages go both ways, also after a restart', async () => {
  const own = await openLine();
  const scene = sceneOf(own);
  const moved = [];
  for (const [name, form] of FORMS) {
    const { number, folder } = await scene.old();
    const device = await scene.newDevice();
    const moving = await importSession(
      { ...own.ctx, readSession },
      own.account,
      device.device_uuid,
      await form(folder),
      null,
    );
    expect(moving).toMatchObject({ status: 'provisioned', reason: 'moving_in', phone_number: number });
    moved.push({ name, number, device });
  }

  for (const { device } of moved) await scene.connected(device.id);
  for (const { name, number, device } of moved) await scene.talk(device, number, `first ${name}`);
  await own.node.stop();
  startNode(own.ctx, own.sandbox);
  for (const { name, number, device } of moved) await scene.talk(device, number, `second ${name}`);

  for (const { number, device } of moved)
    expect(await scene.rowOf(device.id)).toMatchObject({ reason: null, phone_number: number, creds: 1 });
});

test('a customer whom the old gateway never met reaches the moved number by its new pre-keys', async () => {
  const { number, folder } = await old();
  const device = await newDevice();
  const before = new Set((await filesOf(folder)).keys());
  await moveIn(device.device_uuid, folder);
  await connected(device.id);

  const { rows } = await ctx.pool.query(
    `select id from session_keys where device_id = $1 and type = 'pre-key'`,
    [device.id],
  );
  const fresh = rows.filter(({ id }) => !before.has(`pre-key-${id}.json`));
  await sandbox.post('/sandbox/phones', { number: '6281234567899' });
  await sandbox.post('/sandbox/phones/6281234567899/messages', { to: number, text: 'a new customer' });
  await received('a new customer');

  expect(fresh.length).toBeGreaterThanOrEqual(5);
});

test('the keys are encrypted, and neither event nor entry has one', async () => {
  const { folder, client } = await old();
  const device = await newDevice();

  await moveIn(device.device_uuid, folder);
  await connected(device.id);

  const secrets = [client.creds.advSecretKey, Buffer.from(client.creds.noiseKey.private).toString('base64')];
  const { rows } = await ctx.pool.query(
    `select value from session_keys where device_id = $1
     union all select value from session_creds where device_id = $1`,
    [device.id],
  );
  const entries = await auditEntries(ctx, account.id);
  const written = JSON.stringify([await eventsOf(ctx, 'device.status'), entries]);
  for (const secret of secrets) {
    expect(written).not.toContain(secret);
    expect(
      rows.some(({ value }) => value.includes(secret) || value.includes(Buffer.from(secret, 'base64'))),
    ).toBe(false);
  }
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'device.session_imported',
      target: device.device_uuid,
      detail: { keys: expect.any(Number) },
    }),
  );
});

test('a session that the network has removed is erased, and the device can be paired', async () => {
  const { number, folder } = await old();
  await sandbox.post(`/sandbox/numbers/${number}/logout`);
  const device = await newDevice();

  await moveIn(device.device_uuid, folder);
  const row = await failed(device.id);
  const qr = await until(async () => {
    const { code } = await requestCode(ctx, account, device.device_uuid);
    return code?.text;
  });
  await sandbox.post(`/sandbox/phones/${number}/scan`, { qr });

  expect(row).toEqual({ ...EMPTY, status: 'provisioned', reason: 'import_refused' });
  await connected(device.id);
});

test('a gateway that runs again throws the device out, and the reason says so', async () => {
  const { folder, client } = await old();
  const device = await newDevice();
  await moveIn(device.device_uuid, folder);
  await connected(device.id);

  client.connect();
  const row = await failed(device.id);

  expect(row).toMatchObject({ status: 'disconnected', reason: 'connected_elsewhere' });
});

test('a session that was lost so moves into a new device, and the release of the first keeps it alive', async () => {
  const { number, folder, client } = await old();
  const first = await newDevice();
  await moveIn(first.device_uuid, folder);
  await connected(first.id);
  client.connect();
  await failed(first.id);
  await until(() => client.isOpen);
  await client.close();

  const second = await newDevice();
  await moveIn(second.device_uuid, folder);
  await connected(second.id);
  await releaseDevice(ctx, account, first.device_uuid);
  await until(async () => (await rowOf(first.id)).wanted === 'idle');
  await talk(second, number, 'after the release');

  expect(await rowOf(first.id)).toMatchObject({ keys: 0, creds: 0 });
  expect(await statusOfDevice(ctx, second.id)).toBe('connected');
});

test('a number that another device has moves nowhere, also of another account', async () => {
  const { folder } = await old();
  const device = await newDevice();
  await moveIn(device.device_uuid, folder);
  const [own, foreign] = [await newDevice(), await insertAccount(ctx, {}, 'sandbox')];
  const other = await createDevice(ctx, foreign, { label: 'Lain', engine: 'economy' });

  await expect(moveIn(own.device_uuid, folder)).rejects.toMatchObject({ code: 'number_in_use' });
  await expect(
    importSession({ ...ctx, readSession }, foreign, other.device_uuid, { path: folder }, null),
  ).rejects.toMatchObject({
    code: 'number_in_use',
  });
  await expect(
    importSession({ ...ctx, readSession }, foreign, own.device_uuid, { path: folder }, null),
  ).rejects.toMatchObject({
    code: 'device_not_found',
  });

  for (const { id } of [own, other])
    expect(await rowOf(id)).toEqual({ ...EMPTY, status: 'provisioned', reason: null });
});

test('a session that another account holds in a lost device moves nowhere, and stays there', async () => {
  const { folder, client, number } = await old();
  const lost = await newDevice();
  await moveIn(lost.device_uuid, folder);
  await connected(lost.id);
  client.connect();
  const before = await failed(lost.id);
  const foreign = await insertAccount(ctx, {}, 'sandbox');
  const other = await createDevice(ctx, foreign, { label: 'Lain', engine: 'economy' });

  await expect(
    importSession({ ...ctx, readSession }, foreign, other.device_uuid, { path: folder }, null),
  ).rejects.toMatchObject({ code: 'number_in_use' });

  expect(await rowOf(lost.id)).toEqual(before);
  // Another link of the number is another session.
  const second = await oldGateway(sandbox, { number, customer: CUSTOMER });
  const source = { path: second.folder };
  await importSession({ ...ctx, readSession }, foreign, other.device_uuid, source, null);
  await connected(other.id);
  expect(await rowOf(lost.id)).toEqual(before);
});

test('of two imports of one session at once, one wins', async () => {
  const { folder } = await old();
  const devices = [await newDevice(), await newDevice()];

  const results = await Promise.allSettled(devices.map(({ device_uuid }) => moveIn(device_uuid, folder)));

  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'number_in_use' },
  });
});

test.each([
  ['economy', 'connected', 'already_connected'],
  ['economy', 'disconnected', 'device_not_empty'],
  ['economy', 'banned', 'device_not_empty'],
  ['official_cloud', 'disconnected', 'qr_not_supported'],
] as const)('nothing moves into a device of %s that is %s', async (engine, status, code) => {
  const { device_uuid } = await insertDevice(ctx, account, { engine, status });

  await expect(moveIn(device_uuid, '/nowhere')).rejects.toMatchObject({ code });
});

test('nothing moves into a device that was connected before and shows a QR again', async () => {
  const { device_uuid, id } = await insertDevice(ctx, account, { status: 'disconnected' });
  await ctx.pool.query('update devices set paired_at = now() where id = $1', [id]);
  await until(async () => (await requestCode(ctx, account, device_uuid)).code);
  const { folder } = await old();

  await expect(moveIn(device_uuid, folder)).rejects.toMatchObject({ code: 'device_not_empty' });
  await expect(moveIn(device_uuid, '/nowhere')).rejects.toMatchObject({ code: 'device_not_empty' });

  expect(await rowOf(id)).toMatchObject({ wanted: 'pair', creds: 0 });
});

test('a session that moves in ends the QR, the code and the passkey of the pairing before', async () => {
  const { folder } = await old();
  const live = await insertAccount(ctx, {}, 'live');
  const device = await createDevice(ctx, live, { label: 'Kasir', engine: 'economy' });
  const { id, device_uuid } = device;
  await requestCode(ctx, live, device_uuid);
  await putPairingCode(ctx, id, { code: '2@kode', validMs: 60_000 });
  await putDemand(ctx, id, { options: '{"challenge":"x","rpId":"whatsapp.com"}', validMs: 60_000 });
  await ctx.pool.query(`update devices set reason = 'passkey_required' where id = $1`, [id]);
  const demand = await findDemand(ctx, await getDevice(ctx, live, device_uuid));

  await importSession({ ...ctx, readSession }, live, device_uuid, { path: folder }, null);

  const [, token = ''] = demand?.path.split('.') ?? [];
  const page = await openDemand(ctx, { deviceUuid: device_uuid, token, address: '127.0.0.1' });
  expect(await currentPairingCode(ctx, id)).toBeNull();
  expect(page).toMatchObject({ state: 'ended', question: null });
});

test('a torn folder stores nothing', async () => {
  const device = await newDevice();

  await expect(moveIn(device.device_uuid, await tempFolder())).rejects.toMatchObject({
    code: 'session_unusable',
    fields: { problem: 'no_credentials' },
  });

  expect(await rowOf(device.id)).toEqual({ ...EMPTY, status: 'provisioned', reason: null });
});

test('a session moves in while a QR is on the screen; the phone that scans it then is not linked', async () => {
  const { number, folder } = await old();
  const device = await newDevice();
  const qr = await until(async () => (await requestCode(ctx, account, device.device_uuid)).code?.text);

  await moveIn(device.device_uuid, folder);
  await sandbox.post('/sandbox/phones/6281100000199/scan', { qr });
  await connected(device.id);
  await talk(device, number, 'after the QR');

  expect(await rowOf(device.id)).toMatchObject({ phone_number: number });
});

test('a call for a QR does not end an import that waits; a release does, without a logout', async () => {
  const { number, folder, client } = await old();
  const live = await insertAccount(ctx, {}, 'live');
  // No session of this line takes a device of the live network.
  const device = await createDevice(ctx, live, { label: 'Kasir', engine: 'economy' });
  await importSession({ ...ctx, readSession }, live, device.device_uuid, { path: folder }, null);

  const file = { content: Buffer.from('x'), value: Buffer.from('x'), usableUntil: ctx.now() };
  await keepFile(ctx.db, { ...file, deviceId: device.id });

  const { code, device: waiting } = await requestCode(ctx, live, device.device_uuid);
  const kept = await rowOf(device.id);
  await releaseDevice(ctx, live, device.device_uuid);

  expect([code, waiting.reason]).toEqual([null, 'moving_in']);
  expect(kept).toMatchObject({ wanted: 'connected', phone_number: number, creds: 1 });
  expect(await rowOf(device.id)).toMatchObject({ wanted: 'released', keys: 0, creds: 0 });
  const files = await ctx.pool.query('select from network_files where device_id = $1', [device.id]);
  expect(files.rowCount).toBe(0);
  await client.online();
});

test('an import that is cut half way leaves a device that can be paired', async () => {
  const { number, folder } = await old();
  const device = await newDevice();
  const other = await ctx.pool.connect();
  await other.query('begin; lock table session_keys in share mode');
  const cut = expect(moveIn(device.device_uuid, folder)).rejects.toThrow();
  const waiting = `select pid from ${LOCKS} where relation = 'session_keys'::regclass and not granted`;
  const pid = await until(async () => (await ctx.pool.query(waiting)).rows[0]?.pid, { what: 'the writer' });

  await ctx.pool.query('select pg_terminate_backend($1)', [pid]);
  await cut;
  await other.query('rollback');
  other.release();

  expect(await rowOf(device.id)).toEqual({ ...EMPTY, status: 'provisioned', reason: null });
  const qr = await until(async () => (await requestCode(ctx, account, device.device_uuid)).code?.text);
  await sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
  await connected(device.id);
});

longTest('50 sessions move in at once, and each of them talks', async () => {
  const moved = await Promise.all(
    Array.from({ length: 50 }, async () => ({ ...(await old()), device: await newDevice() })),
  );
  const since = performance.now();

  await Promise.all(moved.map(({ device, folder }) => moveIn(device.device_uuid, folder)));
  await Promise.all(moved.map(({ device }) => connected(device.id)));
  const seconds = (performance.now() - since) / 1_000;
  await Promise.all(moved.map(({ device, number }) => talk(device, number, `of ${number}`)));

  expect(seconds).toBeLessThan(60);
});
