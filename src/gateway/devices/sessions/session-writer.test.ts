import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { noInbound } from '../../../../test/harness/no-inbound.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { Fenced } from '../../engines/engine.ts';
import { putPairingCode } from '../pairing/pairing.ts';
import { askTypedCode } from '../pairing/typed-code-store.ts';
import { putDemand } from '../passkey/passkey.ts';
import { DeviceRecord } from './device-record.ts';
import { acquireLeases, releaseNode } from './lease-store.ts';
import type { Received } from './session-listener.ts';
import { createSessionStore } from './session-store.ts';
import { SessionWriter } from './session-writer.ts';

async function owner(count = 1) {
  const ctx = await testContext();
  const account = await insertAccount(ctx);
  for (let n = 0; n < count; n += 1) await insertDevice(ctx, account);
  const rows = await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ wanted: 'connected' })
    .returningAll()
    .execute();
  const nodeId = randomUUID();
  await acquireLeases(ctx.db, { node_id: nodeId, network: 'live', limit: count });
  const { signal } = new AbortController();
  const stored: Received[] = [];
  const writer = new SessionWriter(ctx, {
    ...noInbound,
    nodeId,
    signal,
    storeReceived: async (_tx, received) => void stored.push(...received),
  });
  const stores = rows.map((row) => {
    const device = { id: row.id, device_uuid: row.device_uuid, account_id: row.account_id, epoch: 1 };
    return { device, store: createSessionStore(ctx, { device, nodeId, writer, signal }) };
  });
  const [first] = stores;
  if (!first) throw new Error('no device');
  return { ctx, nodeId, writer, stores, stored, ...first };
}

const bytes = (text: string) => Buffer.from(text);

test('committed keys are read back, and the tables hold them encrypted only', async () => {
  const { ctx, store } = await owner();

  await store.commit({
    creds: bytes('the account'),
    keys: [{ type: 'session', id: 'a', value: bytes('ratchet') }],
  });

  expect(await store.loadCreds()).toEqual(bytes('the account'));
  expect(await store.loadKeys('session', ['a', 'b'])).toEqual(new Map([['a', bytes('ratchet')]]));
  const rows = [
    ...(await tablesOf(ctx.db).selectFrom('session_creds').select('value').execute()),
    ...(await tablesOf(ctx.db).selectFrom('session_keys').select('value').execute()),
  ];
  for (const { value } of rows) expect(value.toString('latin1')).not.toMatch(/ratchet|the account/);
});

test('a sealed key moved to another row does not open', async () => {
  const { ctx, store } = await owner();
  await store.commit({ keys: [{ type: 'session', id: 'a', value: bytes('ratchet') }] });

  await tablesOf(ctx.db).updateTable('session_keys').set({ id: 'b' }).execute();

  await expect(store.loadKeys('session', ['b'])).rejects.toThrow();
});

test('of several writes in one batch the last one counts, and null deletes', async () => {
  const { store } = await owner();

  await Promise.all([
    store.commit({
      keys: [
        { type: 'session', id: 'a', value: bytes('old') },
        { type: 'pre-key', id: '1', value: bytes('k') },
      ],
    }),
    store.commit({
      keys: [
        { type: 'session', id: 'a', value: bytes('new') },
        { type: 'pre-key', id: '1', value: null },
      ],
    }),
  ]);

  expect(await store.loadKeys('session', ['a'])).toEqual(new Map([['a', bytes('new')]]));
  expect(await store.loadKeys('pre-key', ['1'])).toEqual(new Map());
});

test('the writes of many devices in one batch are one transaction', async () => {
  const { ctx, stores } = await owner(20);

  await Promise.all(
    stores.map(({ store }) => store.commit({ keys: [{ type: 'session', id: 'a', value: bytes('x') }] })),
  );

  const { rows } = await ctx.pool.query(
    'select count(distinct xmin::text)::int as transactions, count(*)::int as keys from session_keys',
  );
  expect(rows).toEqual([{ transactions: 1, keys: 20 }]);
});

test('a former owner writes nothing: not its keys, not the messages they decrypted', async () => {
  const { ctx, nodeId, store, stored } = await owner();
  await releaseNode(ctx.db, { node_id: nodeId });

  const message = { waMessageId: 'A', from: '628', type: 'text' as const, body: 'Halo', at: ctx.now() };
  const writing = store.commit({
    keys: [{ type: 'session', id: 'a', value: bytes('late') }],
    received: [message],
  });

  await expect(writing).rejects.toBeInstanceOf(Fenced);
  await expect(store.erase()).rejects.toBeInstanceOf(Fenced);
  expect(stored).toEqual([]);
  expect(await tablesOf(ctx.db).selectFrom('session_keys').selectAll().execute()).toEqual([]);
});

test('a former owner changes nothing of the pairing that its successor shows', async () => {
  const { ctx, nodeId, device, writer } = await owner();
  await releaseNode(ctx.db, { node_id: nodeId });
  const { id } = device;
  await ctx.pool.query(`update devices set wanted = 'pair', status = 'provisioned' where id = $1`, [id]);
  await askTypedCode(ctx.db, { device_id: id, phone_number: '6281100000001', at: ctx.now(), max: 1 });
  await putPairingCode(ctx, id, { code: 'its QR', validMs: 60_000 });
  const ceremony = await putDemand(ctx, id, { options: '{}', validMs: 60_000 });
  const stateOf = async () => {
    const tables = ['device_pairings', 'device_passkeys', 'device_typed_codes', 'devices'];
    return Promise.all(tables.map(async (table) => (await ctx.pool.query(`select * from ${table}`)).rows));
  };
  const [{ asked_at }] = (await ctx.pool.query('select asked_at from device_typed_codes')).rows;
  const before = await stateOf();
  const stopped = new AbortController().signal;

  const record = new DeviceRecord(ctx, { device, nodeId, writer, stopped });
  await record.showCode('a dead QR', 60_000);
  await record.answerTypedCode(asked_at, { state: 'refused' });
  await record.explainPairing('network_unreachable');
  await record.notePasskeySent(ceremony, '4K7QZ2XA');
  await record.endPasskey(ceremony);
  await record.askPasskey({ options: '{"dead":true}', validMs: 60_000 });
  await record.deleteCode();

  expect(await stateOf()).toEqual(before);
});

test('an erasure waits for earlier writes of its device, not for other devices', async () => {
  const { stores, store } = await owner(2);
  const other = stores[1]?.store;
  let isErased = false;
  let writes = 0;
  const goOn = async () => {
    while (!isErased && writes < 300) {
      writes += 1;
      await other?.commit({ keys: [{ type: 'session', id: 'a', value: bytes(`${writes}`) }] });
      await nextTurn();
    }
  };
  // Two that take turns: while one is written the other one waits.
  const steady = [goOn(), nextTurn().then(goOn)];

  const begun = store.commit({ creds: bytes('the account') });
  await store.erase();
  isErased = true;
  await Promise.all([begun, ...steady]);

  expect(await store.loadCreds()).toBeNull();
  expect(writes).toBeLessThan(300);
});

test('keys are not committed when their messages cannot be stored', async () => {
  const { ctx, nodeId, device } = await owner();
  const writer = new SessionWriter(ctx, {
    ...noInbound,
    nodeId,
    signal: new AbortController().signal,
    storeReceived: async () => {
      throw new Error('no room');
    },
  });
  const message = { waMessageId: 'A', from: '628', type: 'text' as const, body: 'Halo', at: ctx.now() };

  const writing = writer.write(device, {
    keys: [{ type: 'session', id: 'a', value: bytes('x') }],
    received: [message],
  });

  await expect(writing).rejects.toThrow('no room');
  expect(await tablesOf(ctx.db).selectFrom('session_keys').selectAll().execute()).toEqual([]);
});

test('a device whose write the database refuses fails alone', async () => {
  const { stores } = await owner(3);
  const commit = (n: number, id: string) =>
    stores[n]?.store.commit({ keys: [{ type: 'session', id, value: bytes('x') }] });

  const outcomes = await Promise.allSettled([commit(0, 'a'), commit(1, 'a\0b'), commit(2, 'a')]);

  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a message that the database refuses is dropped; keys and other messages are stored', async () => {
  const { ctx, nodeId, device, store } = await owner();
  const stored: string[] = [];
  const writer = new SessionWriter(ctx, {
    ...noInbound,
    nodeId,
    signal: new AbortController().signal,
    storeReceived: async (tx, received) => {
      for (const { message } of received) {
        await tx.query({ text: 'select $1::int' }, [message.body]);
        stored.push(message.waMessageId);
      }
    },
  });
  const message = (waMessageId: string, body: string) => ({
    ...{ waMessageId, body, from: '628', type: 'text' as const, at: ctx.now() },
  });

  await writer.write(device, {
    keys: [{ type: 'session', id: 'a', value: bytes('x') }],
    received: [message('A', '1'), message('B', 'no number'), message('C', '3')],
  });

  expect(stored.slice(-2)).toEqual(['A', 'C']);
  expect(await store.loadKeys('session', ['a'])).toEqual(new Map([['a', bytes('x')]]));
});

test('a read that fails is an error, never an empty answer', async () => {
  const { ctx, store } = await owner();
  await store.commit({ creds: bytes('the account') });
  await ctx.pool.query('alter table session_creds rename column value to hidden');

  await expect(store.loadCreds()).rejects.toThrow(/does not exist/);
});
