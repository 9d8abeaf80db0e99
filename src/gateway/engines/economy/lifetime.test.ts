import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { goOnline, NUMBER, startEconomyBench, textTo } from '../../../../test/harness/economy-bench.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { MemoryHost } from '../../../../test/harness/memory-host.ts';
import type { EngineSession } from '../engine.ts';

async function scene() {
  const bench = await startEconomyBench();
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session: EngineSession = bench.driver.open(host);
  onTestFinished(() => session.close());
  return { bench, host, session };
}

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

longTest('after ten reconnects and a close, no socket is left', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  const open = sockets();
  for (let round = 0; round < 10; round += 1) {
    const since = host.events.length;
    await bench.net.faults(NUMBER, { close: { code: '503' } });
    await host.event('connected', () => true, since);
  }
  // The previous connection may still be closing.
  await expect.poll(sockets).toBeLessThanOrEqual(open + 2);

  await session.close();

  await expect.poll(sockets).toBeLessThan(open);
});

test('a close before the connect, during it, and during the back-off is quick and final', async () => {
  const { bench, host, session } = await scene();
  const [fresh, connecting] = [bench.driver.open(new MemoryHost()), bench.driver.open(new MemoryHost())];
  await goOnline(bench, session, host);
  await bench.net.line(NUMBER, 'drop');
  await host.event('disconnected');
  connecting.connect();

  await Promise.all([fresh.close(), connecting.close(), session.close()]);

  const eventsAtClose = host.events.length;
  await bench.net.line(NUMBER, 'restore');
  session.connect();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());
  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();
  await heir.event('connected');
  expect(host.events).toHaveLength(eventsAtClose);
});

test('a connection keeps no message in memory after its send', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  const sent: WeakRef<object>[] = [];
  for (let n = 0; n < 5; n += 1) {
    const message = textTo(bench, `text ${n}`);
    await session.send(message);
    sent.push(new WeakRef(message));
  }

  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');

  // The last message may still be on the stack of its sender.
  const kept = () => {
    collect();
    return sent.slice(0, -1).filter((ref) => ref.deref()).length;
  };
  await expect.poll(kept).toBe(0);
});

test('sends in progress at the close get their outcome', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  const sending = Array.from({ length: 5 }, (_, index) => session.send(textTo(bench, `last ${index}`)));

  await session.close();
  const outcomes = await Promise.all(sending);

  const written = outcomes.filter(({ outcome }) => outcome === 'written').length;
  const unknown = outcomes.filter(({ outcome }) => outcome === 'unknown').length;
  // The phone may still be reading.
  await expect.poll(async () => (await bench.inbox()).length).toBeGreaterThanOrEqual(written);
  expect((await bench.inbox()).length).toBeLessThanOrEqual(written + unknown);
});

test('the logout of a device that is not connected connects it first', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  await session.close();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());

  const confirmed = await bench.driver.open(heir).logout(30_000);

  expect(confirmed).toBe(true);
  expect(heir.store.creds).toBeNull();
  expect(heir.events).toEqual([]);
});

test('an unconfirmed logout keeps the credentials for another attempt', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  await bench.net.line(NUMBER, 'drop');

  const confirmed = await session.logout(300);

  expect(confirmed).toBe(false);
  expect(host.store.creds).not.toBeNull();
});

test('the logout of a device that was never paired or is already removed needs no confirmation', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  await session.close();
  await bench.net.line(NUMBER, 'logout');
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());

  const confirmed = await Promise.all([
    bench.driver.open(new MemoryHost()).logout(30_000),
    bench.driver.open(heir).logout(30_000),
  ]);

  expect(confirmed).toEqual([true, true]);
});
