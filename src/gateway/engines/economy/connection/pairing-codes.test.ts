import { expect, onTestFinished, test } from 'vitest';
import { NUMBER, startEconomyBench } from '../../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import type { Timing } from '../timing.ts';

async function pairing(timing: Partial<Timing>) {
  const bench = await startEconomyBench({ timing });
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  return { bench, host, session };
}

const codesOf = (host: MemoryHost) => host.events.filter((event) => event.type === 'qr');

test('six codes are shown one after the other, then the pairing expires and nothing is stored', async () => {
  const { host } = await pairing({ qrFirstMs: 120, qrNextMs: 40 });

  await host.event('pairing_ended');

  const codes = codesOf(host);
  expect(codes.map(({ validMs }) => validMs)).toEqual([120, 40, 40, 40, 40, 40]);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(6);
  expect(host.store.changes).toEqual([]);
  expect(host.events.at(-1)).toEqual({ type: 'pairing_ended', reason: 'qr_expired' });
});

test('after an expired pairing, connect starts a new pairing', async () => {
  const { bench, host, session } = await pairing({ qrFirstMs: 30, qrNextMs: 10 });
  await host.event('pairing_ended');
  const since = host.events.length;

  session.connect();
  const { code } = await host.event('qr', () => true, since);

  expect(codesOf(host).filter((event) => event.code === code)).toHaveLength(1);
  await session.close();
  await expect(bench.net.scan(NUMBER, code)).rejects.toThrow('qr_expired');
});

test('the connection stays open until the last code expires, although codes are shown for less time', async () => {
  const { bench, host } = await pairing({ qrFirstMs: 20, qrNextMs: 20, qrScannableMs: 30_000 });
  await host.until(() => codesOf(host).length === 6, 'six codes');
  const [first, last] = [codesOf(host).at(0), codesOf(host).at(-1)];

  await bench.net.scan(NUMBER, first?.code ?? '');

  expect(last?.validMs).toBe(30_000);
  expect(await host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
});

test('after the scan no further code is shown, and the credentials are stored before the restart', async () => {
  const { bench, host } = await pairing({ qrFirstMs: 8000 });
  const gate = Promise.withResolvers<void>();
  const { code } = await host.event('qr');
  const reached = Promise.withResolvers<void>();
  host.store.beforeCommit = (change) => {
    if (change.creds) reached.resolve();
    return gate.promise;
  };

  await bench.net.scan(NUMBER, code);
  await reached.promise;
  const before = host.events.map(({ type }) => type);
  gate.resolve();

  await host.event('connected');
  expect(before).toEqual(['qr']);
  expect(codesOf(host)).toHaveLength(1);
  expect(host.store.creds).not.toBeNull();
});
