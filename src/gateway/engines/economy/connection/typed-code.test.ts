import { expect, onTestFinished, test } from 'vitest';
import { NUMBER, startEconomyBench } from '../../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { createLog } from '../../../../platform/lib/log.ts';
import type { EngineEvent } from '../../engine.ts';

type CodeEvent = Extract<EngineEvent, { type: 'pairing_code' }>;

async function pairing() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog('debug', 'test', { format: 'json', destination });
  const bench = await startEconomyBench({ log });
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  return { bench, host, session, logged: () => lines.join('') };
}

/** The first answer to the ask. */
async function answerAt(host: MemoryHost): Promise<CodeEvent & { code: string; validMs: number }> {
  const answer = await host.event('pairing_code');
  return { code: '', validMs: 0, ...answer };
}

test('a phone that types the code connects the device; nothing is stored before, and no log has the code', async () => {
  const { bench, host, session, logged } = await pairing();
  session.connect(NUMBER);

  const { state, code, validMs } = await answerAt(host);
  const before = host.store.changes.length;
  await bench.net.typeCode(NUMBER, code);

  expect(await host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
  expect([state, before]).toEqual(['shown', 0]);
  expect(code).toMatch(/^[1-9A-Z]{8}$/);
  expect(logged()).toContain('economy.connection_ended');
  expect(logged()).not.toContain(code);
  // Until the last QR.
  expect(validMs).toBeGreaterThan(150_000);
  expect(validMs).toBeLessThanOrEqual(160_000);
});

test('after a wrong code the QR on the screen is replaced by one that pairs', async () => {
  const { bench, host, session } = await pairing();
  session.connect(NUMBER);
  const { code } = await answerAt(host);
  const since = host.events.length;

  await expect(bench.net.typeCode(NUMBER, code === '11111111' ? '22222222' : '11111111')).rejects.toThrow(
    'code_wrong',
  );
  const qr = await host.event('qr', () => true, since);
  await bench.net.scan(NUMBER, qr.code);

  expect(await host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
});

test('a network that gives no code says so, and the QR still pairs', async () => {
  const { bench, host, session } = await pairing();
  await bench.net.faults(null, { code_error: '429' });
  session.connect(NUMBER);

  const { state } = await answerAt(host);
  await bench.net.scan(NUMBER, (await host.event('qr')).code);

  await host.event('connected');
  expect(state).toBe('refused');
});

test('a code ends with its connection, and the next connection asks for no other one', async () => {
  const { bench, host, session } = await pairing();
  session.connect(NUMBER);
  await answerAt(host);
  const since = host.events.length;

  await bench.net.faults(null, { close: { code: '503' } });
  await host.event('qr', () => true, since);
  await bench.net.scan(NUMBER, (await host.event('qr', () => true, since)).code);
  await host.event('connected');

  const codes = host.events.filter((event): event is CodeEvent => event.type === 'pairing_code');
  expect(codes.map(({ state }) => state)).toEqual(['shown', 'ended']);
});
