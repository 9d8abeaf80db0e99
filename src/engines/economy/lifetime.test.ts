import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { goOnline, NUMBER, startEconomyBench, textTo } from '../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
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

test('after ten reconnects and a close no socket is left, and no timer of the session', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  const open = sockets();
  for (let round = 0; round < 10; round += 1) {
    const since = host.events.length;
    await bench.net.faults(NUMBER, { close: { code: '503' } });
    await host.event('connected', () => true, since);
  }
  // The line before the last one may be on its way out.
  await expect.poll(sockets).toBeLessThanOrEqual(open + 2);

  await session.close();

  await expect.poll(sockets).toBeLessThan(open);
});

test('closing before anything happened, while connecting and while waiting is quick and final', async () => {
  const { bench, host, session } = await scene();
  const [fresh, connecting] = [bench.driver.open(new MemoryHost()), bench.driver.open(new MemoryHost())];
  await goOnline(bench, session, host);
  await bench.net.line(NUMBER, 'drop');
  await host.event('disconnected');
  connecting.connect();

  await Promise.all([fresh.close(), connecting.close(), session.close()]);

  const said = host.events.length;
  await bench.net.line(NUMBER, 'restore');
  session.connect();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());
  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();
  await heir.event('connected');
  expect(host.events).toHaveLength(said);
});

test('a connection keeps nothing of a send that has its outcome', async () => {
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

  // The last one may still be on the stack of whoever sent it.
  const kept = () => {
    collect();
    return sent.slice(0, -1).filter((ref) => ref.deref()).length;
  };
  await expect.poll(kept).toBe(0);
});

test('sends that are under way at the close know their outcome', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  const sending = Array.from({ length: 5 }, (_, index) => session.send(textTo(bench, `last ${index}`)));

  await session.close();
  const outcomes = await Promise.all(sending);

  const certain = outcomes.filter(({ outcome }) => outcome === 'written').length;
  const open = outcomes.filter(({ outcome }) => outcome === 'unknown').length;
  // What is written has left this side; the other one may still be reading.
  await expect.poll(async () => (await bench.inbox()).length).toBeGreaterThanOrEqual(certain);
  expect((await bench.inbox()).length).toBeLessThanOrEqual(certain + open);
});

test('logging out a device that is not connected connects it first', async () => {
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

test('a logout that nobody confirms keeps the credentials for another try', async () => {
  const { bench, host, session } = await scene();
  await goOnline(bench, session, host);
  await bench.net.line(NUMBER, 'drop');

  const confirmed = await session.logout(300);

  expect(confirmed).toBe(false);
  expect(host.store.creds).not.toBeNull();
});

test('logging out a device that was never paired, or was removed meanwhile, needs no confirmation', async () => {
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
