import { expect, onTestFinished, test } from 'vitest';
import { NUMBER, startEconomyBench } from '../../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import type { Timing } from '../timing.ts';

async function pairing(timing: Partial<Timing> = {}) {
  const bench = await startEconomyBench({ timing });
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  return { bench, host, session };
}

const kinds = ({ events }: MemoryHost) => events.map(({ type }) => type);

test('a retired secret is acknowledged, and the QR of the same reference is shown again with a new one', async () => {
  const { bench, host, session } = await pairing();
  await bench.net.faults(NUMBER, { refresh: true });
  session.connect();
  const first = await host.event('qr');
  const since = host.events.length;

  // The network waits for the acknowledgement.
  await expect(bench.net.scan(NUMBER, first.code)).rejects.toThrow('qr_refreshed');
  const second = await host.event('qr', () => true, since);
  await bench.net.scan(NUMBER, second.code);
  await host.event('connected');

  const [before = '', after = ''] = [first.code, second.code].map((code) => code.split('#').at(-1));
  expect(after.split(',').slice(0, 3)).toEqual(before.split(',').slice(0, 3));
  expect(after.split(',')[3]).not.toBe(before.split(',')[3]);
  expect(second.validMs).toBeLessThanOrEqual(first.validMs);
});

test('a demand of a passkey is acknowledged and ends the QR, and the pairing waits for its time', async () => {
  const { bench, host, session } = await pairing({ qrFirstMs: 3_000, qrNextMs: 50, passkeyMs: 600 });
  await bench.net.faults(NUMBER, { passkey: 'required' });
  session.connect();

  await expect(bench.net.scan(NUMBER, (await host.event('qr')).code)).rejects.toThrow('passkey_required');
  const ended = await host.event('pairing_ended');

  expect(kinds(host)).toEqual(['qr', 'passkey', 'passkey', 'pairing_ended']);
  expect(ended.reason).toBe('passkey_timeout');
  expect(host.store.changes).toEqual([]);
});

test('a code that the phone types meets the same demand', async () => {
  const { bench, host, session } = await pairing();
  await bench.net.faults(NUMBER, { passkey: 'required' });
  session.connect(NUMBER);
  const shown = await host.event('pairing_code');

  const code = shown.state === 'shown' ? shown.code : '';
  await expect(bench.net.typeCode(NUMBER, code)).rejects.toThrow('passkey_required');
  await host.event('passkey');

  const ended = await host.event('pairing_code', ({ state }) => state === 'ended');
  expect(ended.state).toBe('ended');
});

test('a network that refuses after the demand ends the pairing; a lost connection shows a new QR', async () => {
  const { bench, host, session } = await pairing();
  await bench.net.faults(NUMBER, { passkey: 'required' });
  session.connect();
  const scan = async (since: number) =>
    expect(bench.net.scan(NUMBER, (await host.event('qr', () => true, since)).code)).rejects.toThrow(
      'passkey_required',
    );

  await scan(0);
  await bench.net.faults(null, { close: { code: '428' } });
  const since = host.events.length;
  await scan(since);
  await bench.net.faults(null, { close: { code: '401' } });

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
});
