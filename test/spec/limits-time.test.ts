import { afterAll, expect } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { testClock, testContext } from '../harness/context.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openPairedService } from '../harness/service.ts';
import { readQr } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { webhookAccount } from '../harness/webhook-account.ts';
import { contract } from './contract.ts';

const phoneClock = testClock();
const { line, shop } = await openPairedService({ phoneClock });
const ctx = await testContext({ cleanup: afterAll });

contract('Limits > QR validity', async () => {
  const shownQr = async () => {
    const { body } = await shop.api('POST', '/v1/devices', { label: 'Baru' });
    const path = `/v1/devices/${body.device_uuid}/qr`;
    return readQr(await until(async () => (await shop.api('GET', path)).body.qr));
  };
  const [early, late] = [await shownQr(), await shownQr()];
  const scan = (number: string, qr: string) => line.sandbox.post(`/sandbox/phones/${number}/scan`, { qr });

  phoneClock.advance(85 * SECOND);
  const inTime = await scan('6281100000002', early);
  phoneClock.advance(10 * SECOND);
  const tooLate = await scan('6281100000003', late);

  expect([inTime.status, tooLate.status, tooLate.body.error]).toEqual([200, 410, 'qr_expired']);
});

contract('Limits > Webhook retries', async () => {
  const account = await webhookAccount({ ctx, parts: { random: () => 1 } });
  const failing = await startReceiver((_, response) => response.writeHead(503).end());
  await account.register(failing.url);
  await account.event('message.received');
  const moments = [];

  // Never earlier than the wait, and at most a tenth later.
  for (const wait of [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]) {
    await account.worker.runOnce();
    moments.push(failing.requests.length);
    ctx.clock.advance(wait);
    expect(await account.worker.runOnce()).toBe(0);
    ctx.clock.advance(wait / 10 + 1);
  }
  await account.worker.runOnce();
  for (let n = 0; n < 4; n += 1) {
    await account.event('message.received');
    await account.worker.runOnce();
  }

  expect(moments).toEqual([1, 2, 3, 4, 5]);
  expect(failing.requests).toHaveLength(10);
  expect(await account.webhooks()).toMatchObject([{ status: 'disabled', failure_count: 10 }]);
});
