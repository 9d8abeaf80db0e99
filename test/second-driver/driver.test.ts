import { expect, onTestFinished, test } from 'vitest';
import { testEngine } from '../../src/gateway/engines/conformance.ts';
import { online, outbound, sent, successorOf } from '../../src/gateway/engines/test-bench.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { economyDriver, lineBenches } from '../harness/economy-bench.ts';
import { testMedia } from '../harness/media.ts';
import type { PhoneNetwork } from '../harness/phone-network.ts';
import { createSecondDriver } from './driver.ts';

const secondDriver = ({ whatsappUrl: url, trustRoot }: PhoneNetwork) =>
  createSecondDriver({ url, trustRoot, media: testMedia(), clock: systemClock, waitMs: 300 });

const startSecondBench = lineBenches(secondDriver);

testEngine('the second driver', startSecondBench);

test('the economy engine goes on with what the second driver has stored, and back', async () => {
  const bench = await startSecondBench();
  const { session, host } = await online(bench);
  await sent(bench, session, host, outbound(bench, 'first driver'));
  await session.close();
  const drivers = [economyDriver(bench.net), secondDriver(bench.net), economyDriver(bench.net)];
  let last = host;

  for (const [index, driver] of drivers.entries()) {
    const heir = successorOf(last);
    if (index > 0)
      for (const key of heir.store.keys.keys()) if (key.startsWith('session/')) heir.store.keys.delete(key);
    const next = driver.open(heir);
    onTestFinished(() => next.close());
    next.connect();
    await heir.event('connected');
    const waMessageId = await bench.write(`for driver ${index}`);
    await heir.until(() => heir.store.received.some((one) => one.waMessageId === waMessageId), 'the message');
    await sent(bench, next, heir, outbound(bench, `from driver ${index}`));
    await next.close();
    last = heir;
  }

  const texts = (await bench.inbox()).map(({ text }) => text);
  expect(texts).toEqual(['first driver', 'from driver 0', 'from driver 1', 'from driver 2']);
  expect(last.events.some(({ type }) => type === 'qr')).toBe(false);
});
