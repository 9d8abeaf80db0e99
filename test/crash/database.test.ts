import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { installation } from '../harness/gateway.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openShop, verifiedEvents } from '../harness/shop.ts';
import { tcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { expectAllDelivered, startTraffic } from './traffic.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';
const GONE_MS = 10_000;

test('a database gone for 10 s means 503 meanwhile, and nothing lost afterwards', {
  timeout: 120_000,
}, async () => {
  const proxy = await tcpProxy(await testDatabase());
  const installed = await installation({ DATABASE_URL: proxy.url, KURIR_SECRET_KEY: 'ab'.repeat(32) });
  const shop = await openShop(installed, await installed.start());
  const receiver = await startReceiver();
  const hook = await shop.api('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['message.status', 'message.received'],
  });
  await shop.sandbox('POST', '/phones', { number: CUSTOMER });
  const device = await shop.pairedDevice(OWNER);
  const traffic = startTraffic(shop, device, CUSTOMER, 'pesan');
  await traffic.accepted(40);

  proxy.cut();
  const goneAt = performance.now();
  const refused = await until(async () => {
    const answer = await shop.send(device, CUSTOMER, 'tidak masuk');
    return answer.status !== 202 && answer;
  });
  expect(refused).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await shop.api('GET', '/readyz')).status).toBe(503);
  const reply = await shop.sandbox('POST', `/phones/${CUSTOMER}/messages`, {
    to: OWNER,
    text: 'Masih buka?',
  });
  await wait(GONE_MS - (performance.now() - goneAt));
  proxy.mend();

  const before = performance.now();
  await until(async () => (await shop.api('GET', '/readyz')).status === 200);
  await traffic.accepted(120);
  expect(performance.now() - before).toBeLessThan(15_000);
  await expectAllDelivered(shop, CUSTOMER, await traffic.stop());
  await until(async () =>
    verifiedEvents(receiver.requests, hook.body.secret).some(
      (event) => event.wa_message_id === reply.body.wa_message_id,
    ),
  );
});
