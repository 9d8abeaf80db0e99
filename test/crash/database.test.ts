import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { installation } from '../harness/gateway.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openShop, verifiedEvents } from '../harness/shop.ts';
import { tcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';
import { expectAllDelivered, HEALED_MS, startTraffic } from './traffic.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';
const GONE_MS = 10_000;
/** Short, for it is waited for; long enough that a busy machine is not taken for a dead one. */
const SILENCE_SECONDS = 3;

/** One gateway for both kinds of absence. */
const { installed, proxy, shop, device } = await start();

// What happens between processes cannot be seen from a failed assertion.
beforeEach(() => onTestFailed(async () => void process.stderr.write(await installed.lastWords())));

async function start() {
  const line = await tcpProxy(await testDatabase(afterAll), afterAll);
  const env = {
    DATABASE_URL: line.url,
    KURIR_SECRET_KEY: 'ab'.repeat(32),
    KURIR_DATABASE_SILENCE_SECONDS: String(SILENCE_SECONDS),
    LOG_LEVEL: 'info',
  };
  const gateways = await installation(env, afterAll);
  const opened = await openShop(gateways, await gateways.start());
  await opened.sandbox('POST', '/phones', { number: CUSTOMER });
  return { installed: gateways, proxy: line, shop: opened, device: await opened.pairedDevice(OWNER) };
}

/** What a customer hears first that is no acceptance. */
const firstRefusal = () =>
  until(async () => {
    const answer = await shop.send(device, CUSTOMER, 'tidak masuk');
    return answer.status !== 202 && answer;
  });

const readiness = async () => (await shop.api('GET', '/readyz')).status;

test('a database gone for 10 s means 503 meanwhile, and nothing lost afterwards', {
  timeout: 5 * HEALED_MS,
}, async () => {
  const receiver = await startReceiver();
  const events = ['message.status', 'message.received'];
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events });
  const traffic = startTraffic(shop, device, CUSTOMER, 'pesan');
  await traffic.accepted(40);

  proxy.cut();
  const goneAt = performance.now();
  const refused = await firstRefusal();
  expect(refused).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(await readiness()).toBe(503);
  const reply = await shop.sandbox('POST', `/phones/${CUSTOMER}/messages`, {
    to: OWNER,
    text: 'Masih buka?',
  });
  await wait(GONE_MS - (performance.now() - goneAt));
  proxy.mend();

  await until(async () => (await readiness()) === 200);
  await traffic.accepted(120);
  await expectAllDelivered(shop, CUSTOMER, await traffic.stop());
  await until(async () =>
    verifiedEvents(receiver.requests, hook.body.secret).some(
      (event) => event.wa_message_id === reply.body.wa_message_id,
    ),
  );
});

test('a database that falls silent without closing a line means the same', {
  timeout: 5 * HEALED_MS,
}, async () => {
  const traffic = startTraffic(shop, device, CUSTOMER, 'sunyi');
  await traffic.accepted(40);

  proxy.swallow();
  expect(await firstRefusal()).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
  proxy.mend();

  await traffic.accepted(80);
  await expectAllDelivered(shop, CUSTOMER, await traffic.stop());
});
