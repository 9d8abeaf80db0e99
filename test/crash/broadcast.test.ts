import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { installation } from '../harness/gateway.ts';
import { processesOfPart } from '../harness/processes.ts';
import { openShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { HEALED_MS } from './traffic.ts';

const OWNER = '6281100000001';
const PHONES = Array.from({ length: 12 }, (_, n) => String(6_281_300_000_000 + n));

const installed = await installation({ LOG_LEVEL: 'info' }, afterAll);

beforeEach(() => onTestFailed(async () => void process.stderr.write(await installed.lastWords())));

test('kill -9 of everything in the middle of a broadcast: it goes on, and every phone has one text', {
  timeout: 5 * HEALED_MS,
}, async () => {
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  for (const number of PHONES) {
    await shop.sandbox('POST', '/phones', { number });
    await shop.api('POST', '/v1/contacts', { phone: number, name: number.slice(-2), tags: ['semua'] });
  }
  const device_uuid = await shop.pairedDevice(OWNER);
  const created = await shop.api('POST', '/v1/broadcasts', {
    device_uuid,
    name: 'Promo',
    message_template: 'Halo {nama}',
    tags: ['semua'],
    delay_min_seconds: 0,
    delay_max_seconds: 1,
  });
  const read = async () => (await shop.api('GET', `/v1/broadcasts/${created.body.id}`)).body;
  await until(async () => (await read()).sent_count >= 3);
  const before = await read();

  for (const part of ['postgres', 'sessions'] as const) {
    for (const pid of processesOfPart(installed.folder, part)) process.kill(pid, 'SIGKILL');
  }
  process.kill(-gateway.pid, 'SIGKILL');
  await gateway.ended;
  await installed.start({ KURIR_PORT: new URL(gateway.url).port });
  const isOver = async () => {
    const { status } = await read();
    // On a busy machine the line may be away for so long that the broadcast is paused.
    if (status === 'paused') await shop.api('POST', `/v1/broadcasts/${created.body.id}/resume`);
    return status === 'completed';
  };
  await until(isOver, { timeoutMs: HEALED_MS, what: 'the end of the broadcast' });

  const { started_at, recipients_by_status } = await read();
  expect({ started_at, recipients_by_status }).toEqual({
    started_at: before.started_at,
    recipients_by_status: { pending: 0, sent: 12, failed: 0 },
  });
  for (const number of PHONES) {
    const texts = (await shop.phone(number)).map(({ text }) => text);
    expect(texts).toEqual([`Halo ${number.slice(-2)}`]);
  }
});
