import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { type GatewayProcess, type Installation, installation } from '../harness/gateway.ts';
import { processesOfPart } from '../harness/processes.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';
import { openShop, type Shop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { strikesOn } from './strikes.ts';
import { expectAllDelivered, HEALED_MS, startTraffic } from './traffic.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';

interface Running {
  installed: Installation;
  gateway: GatewayProcess;
  shop: Shop;
  device: string;
  receiver: Receiver;
  secret: string;
}

/** One gateway for all faults of this file: what it suffered before must not matter. */
const running = await start();

async function start(): Promise<Running> {
  const installed = await installation({ LOG_LEVEL: 'info' }, afterAll);
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  await shop.sandbox('POST', '/phones', { number: CUSTOMER });
  const receiver = await startReceiver(undefined, undefined, afterAll);
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['message.status'] });
  const device = await shop.pairedDevice(OWNER);
  return { installed, gateway, shop, device, receiver, secret: hook.body.secret };
}

// What happens between processes cannot be seen from a failed assertion.
beforeEach(() => onTestFailed(async () => void process.stderr.write(await running.installed.lastWords())));

test.each(strikesOn(running))(
  'kill -9 of %s in mid-traffic loses and doubles nothing',
  { timeout: 5 * HEALED_MS },
  async (name, strike) => {
    const { shop, device, receiver, secret } = running;
    const traffic = startTraffic(shop, device, CUSTOMER, name);
    await traffic.accepted(40);

    await strike();
    await traffic.accepted(120);
    const accepted = await traffic.stop();

    await expectAllDelivered(shop, CUSTOMER, accepted);
    const announced = async () => {
      const events = verifiedEvents(receiver.requests, secret);
      const seen = new Set(events.map((event) => `${event.message_id} ${event.status}`));
      return accepted.every(({ id }) => seen.has(`${id} sent`) && seen.has(`${id} delivered`));
    };
    await until(announced, { timeoutMs: HEALED_MS, what: 'every event' });
  },
);

test('a sessions child that hangs is replaced, and the API goes on answering', {
  timeout: 5 * HEALED_MS,
}, async () => {
  const { shop, device, installed } = running;
  const [hanging = 0] = processesOfPart(installed.folder, 'sessions');

  process.kill(hanging, 'SIGSTOP');
  const accepted = await shop.send(device, CUSTOMER, 'saat macet');

  expect(accepted.status).toBe(202);
  await until(() => !processesOfPart(installed.folder, 'sessions').includes(hanging));
  await expectAllDelivered(shop, CUSTOMER, [{ id: accepted.body.id, text: 'saat macet' }]);
});
