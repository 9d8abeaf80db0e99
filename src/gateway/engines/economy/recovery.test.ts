import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import {
  CUSTOMER,
  type EconomyBench,
  goOnline,
  NUMBER,
  startEconomyBench,
  textTo,
} from '../../../../test/harness/economy-bench.ts';
import { testMedia } from '../../../../test/harness/media.ts';
import { MemoryHost } from '../../../../test/harness/memory-host.ts';
import { lookup } from '../../../../test/harness/names.ts';
import { until } from '../../../../test/harness/until.ts';
import { systemClock } from '../../../platform/lib/clock.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import type { EngineEvent, EngineSession } from '../engine.ts';
import { createEconomyDriver, type EconomyOptions } from './driver.ts';

interface Scene {
  bench: EconomyBench;
  host: MemoryHost;
  session: EngineSession;
}

async function online(options: Partial<EconomyOptions> = {}): Promise<Scene> {
  const bench = await startEconomyBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  return { bench, host, session };
}

const typesOf = (events: readonly EngineEvent[]) =>
  events.map(({ type }) => type).filter((type) => type !== 'healthy');

test.each([
  ['428', 'connection_lost'],
  ['500', 'server_error'],
  ['503', 'server_unavailable'],
  ['405', 'client_outdated'],
  ['418', 'connection_lost'],
])(
  'the server ends the connection with %s: reported as %s, reconnected without a new code',
  async (code, reason) => {
    const { bench, host, session } = await online();
    const since = host.events.length;

    await bench.net.faults(NUMBER, { close: { code } });

    await host.event('connected', () => true, since);
    expect(host.events.slice(since).filter(({ type }) => type === 'disconnected')).toEqual([
      { type: 'disconnected', reason, final: false },
    ]);
    expect(host.events.slice(since).some(({ type }) => type === 'qr')).toBe(false);
    expect(await session.send(textTo(bench, 'still here'))).toEqual({ outcome: 'written' });
  },
);

test('515 is a restart without a disconnected event', async () => {
  const { bench, host, session } = await online();
  const since = host.events.length;

  await bench.net.faults(NUMBER, { close: { code: '515' } });
  await host.event('connected', () => true, since);

  expect(typesOf(host.events.slice(since))).toEqual(['connected']);
  expect(await session.send(textTo(bench, 'restarted'))).toEqual({ outcome: 'written' });
});

test.each([
  ['440', 'connected_elsewhere'],
  ['411', 'multi_device_missing'],
])('the server ends the connection with %s: final, and the credentials stay', async (code, reason) => {
  const { bench, host } = await online();

  await bench.net.faults(NUMBER, { close: { code } });

  expect(await host.event('disconnected')).toEqual({ type: 'disconnected', reason, final: true });
  expect(host.store.creds).not.toBeNull();
});

test('a removal on the phone is a logout: the store is erased, and connect pairs again', async () => {
  const { bench, host, session } = await online();

  await bench.net.line(NUMBER, 'logout');

  expect(await host.event('logged_out')).toEqual({ type: 'logged_out', reason: 'logged_out' });
  expect(host.store.creds).toBeNull();
  expect(host.store.keys.size).toBe(0);
  const since = host.events.length;
  session.connect();
  const { code } = await host.event('qr', () => true, since);
  await bench.net.scan(NUMBER, code);
  expect(await host.event('connected', () => true, since)).toMatchObject({ phoneNumber: NUMBER });
});

test('a removal while the device was disconnected is found at the login', async () => {
  const { bench, host, session } = await online();
  await session.close();
  await bench.net.line(NUMBER, 'logout');
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());
  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());

  next.connect();

  expect(await heir.event('logged_out')).toBeDefined();
  expect(heir.store.erased).toBe(1);
});

test('a ban ends the session permanently', async () => {
  const { bench, host, session } = await online();

  await bench.net.line(NUMBER, 'ban');

  expect(await host.event('banned')).toEqual({ type: 'banned', reason: 'banned' });
  expect(await session.send(textTo(bench, 'no'))).toMatchObject({ outcome: 'not_written' });
  expect(host.store.creds).not.toBeNull();
});

test('refusals right after the scan are not a logout: the session keeps the new pairing and tries again', async () => {
  const bench = await startEconomyBench();
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  const { code } = await host.event('qr');
  await bench.net.faults(NUMBER, { failure: '401' });

  await bench.net.scan(NUMBER, code);
  const refused = await host.event('disconnected');
  await bench.net.faults(NUMBER, { failure: null });

  expect(refused).toMatchObject({ reason: 'login_refused_after_pairing', final: false });
  await host.event('connected');
  expect(host.store.erased).toBe(0);
  expect(typesOf(host.events)).not.toContain('logged_out');
});

test('after a refused client version the session announces the next version', async () => {
  const bench = await startEconomyBench({ versions: ['2.3000.1', '2.3000.2'] });
  onTestFinished(() => bench.stop());
  await bench.net.faults(null, { refused_versions: ['2.3000.1'] });
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());

  await goOnline(bench, session, host);

  expect(typesOf(host.events)).toEqual(['disconnected', 'qr', 'connected']);
  expect(host.events[0]).toMatchObject({ reason: 'client_outdated', final: false });
});

test('a lost connection is reported once, and retried until it is open again', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const { bench, host } = await online({ log });
  const since = host.events.length;

  await bench.net.line(NUMBER, 'drop');
  await host.event('disconnected');
  const missed = await bench.net.write(CUSTOMER, NUMBER, 'while you were away');
  const failures = () => lines.filter((line) => line.includes('connection_lost')).length;
  await expect.poll(failures).toBeGreaterThan(3);
  await bench.net.line(NUMBER, 'restore');

  await host.event('connected', () => true, since);
  expect(typesOf(host.events.slice(since))).toEqual(['disconnected', 'connected']);
  const message = await host.until(() => host.store.received[0], 'missed message');
  expect(message).toMatchObject({ waMessageId: missed, from: CUSTOMER });
});

test('an open but silent connection is replaced', async () => {
  // A login that starts while the server is silent must end soon too.
  const timing = { pingMs: 100, silentAfterMs: 700, connectDeadlineMs: 4_000 };
  const { bench, host, session } = await online({ timing });
  const since = host.events.length;

  await bench.net.faults(NUMBER, { silent: true });
  await host.event('disconnected', () => true, since);
  await bench.net.faults(NUMBER, { silent: false });

  await host.event('connected', () => true, since);
  const heard = textTo(bench, 'I can hear you');
  expect(await until(async () => (await session.send(heard)).outcome === 'written')).toBe(true);
});

test('a login without an answer ends at the deadline', async () => {
  const bench = await startEconomyBench({ timing: { connectDeadlineMs: 300 } });
  onTestFinished(() => bench.stop());
  await bench.net.faults(null, { silent: true });
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());

  session.connect();

  expect(await host.event('disconnected')).toMatchObject({ reason: 'connection_timed_out', final: false });
  await bench.net.faults(null, { silent: false });
  expect(await host.event('qr')).toBeDefined();
});

test('after a failed commit the provider gets no ack: the message comes again', async () => {
  const { bench, host } = await online();
  const since = host.events.length;
  let failures = 0;
  host.store.beforeCommit = (change) => {
    if (!change.received || failures > 0) return;
    failures += 1;
    throw new Error('disk full');
  };

  const waMessageId = await bench.write('keep me');

  const message = await host.until(() => host.store.received[0], 'second delivery');
  expect(message).toMatchObject({ waMessageId, body: 'keep me' });
  expect(failures).toBe(1);
  await host.event('connected', () => true, since);
  expect(typesOf(host.events.slice(since))).toEqual(['disconnected', 'connected']);
});

test.each([
  ['first', false],
  ['later', true],
])(
  'a %s message that was committed but not acknowledged is stored once and then acknowledged',
  async (_which, isKnown) => {
    const { bench, host, session } = await online();
    if (isKnown) {
      await bench.write('we know each other');
      await host.until(() => host.store.received.length === 1, 'acquaintance');
      await session.send(textTo(bench, 'indeed'));
      await host.event('receipt');
    }
    const reached = Promise.withResolvers<void>();
    const commit = host.store.commit.bind(host.store);
    host.store.commit = async (change) => {
      await commit(change);
      if (!change.received) return;
      reached.resolve();
      // The process dies between the commit and the receipt.
      await new Promise(() => {});
    };
    const waMessageId = await bench.write('twice delivered');
    await reached.promise;
    const heir = new MemoryHost();
    heir.store.restore(host.store.snapshot());
    heir.store.received.push(...host.store.received);
    const known = host.store.received.map((message) => message.waMessageId);
    void session.close();
    const next = bench.driver.open(heir);
    onTestFinished(() => next.close());

    next.connect();
    await heir.event('connected');
    const later = await bench.write('the next one');

    await heir.until(() => heir.store.received.length === known.length + 1, 'next message');
    expect(known).toContain(waMessageId);
    expect(heir.store.received.map((message) => message.waMessageId)).toEqual([...known, later]);
  },
);

test('stuck work on the ratchets that does not wait for the store ends the connection, not the session', async () => {
  const { bench, host, session } = await online();
  await session.send(textTo(bench, 'acquainted'));
  await host.event('receipt');
  await session.close();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());
  // Without Signal sessions, the client asks for the keys of the known devices under the lock.
  for (const name of heir.store.keys.keys()) if (name.startsWith('session/')) heir.store.keys.delete(name);
  const next = impatientDriver(bench).open(heir);
  onTestFinished(() => next.close());
  next.connect();
  await heir.event('connected');
  await bench.net.faults(NUMBER, { silent: true });

  const outcome = await next.send(textTo(bench, 'hanging'));
  await bench.net.faults(NUMBER, { silent: false });

  expect(outcome).toMatchObject({ outcome: 'not_written', code: 'connection_lost' });
  expect(await heir.event('connected', () => true, heir.events.length)).toBeDefined();
  const free = textTo(bench, 'free again');
  expect(await until(async () => (await next.send(free)).outcome === 'written')).toBe(true);
});

/** The same network, with a driver that ends stuck work soon. */
function impatientDriver(bench: EconomyBench) {
  return createEconomyDriver({
    lookup,
    whatsappUrl: bench.net.whatsappUrl,
    versions: [],
    trustRoot: bench.net.trustRoot,
    media: testMedia(),
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    timing: { sendDelayMs: 20, backoffMinMs: 20, backoffMaxMs: 100, stuckAfterMs: 400 },
  });
}
