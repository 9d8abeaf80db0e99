import { expect, test } from 'vitest';
import { testDatabase } from '../../test/harness/database.ts';
import { tcpProxy } from '../../test/harness/tcp-proxy.ts';
import { openBus } from './bus.ts';
import { silentLog } from './log.ts';

function heard(): { times: number; listener: () => void; next: () => Promise<void> } {
  let wake = () => {};
  const ear = {
    times: 0,
    listener: () => {
      ear.times += 1;
      wake();
    },
    next: () => new Promise<void>((resolve) => (wake = resolve)),
  };
  return ear;
}

test('a notice reaches every process, those of one moment as one', async () => {
  const url = await testDatabase();
  const [one, two] = [openBus(url, silentLog), openBus(url, silentLog)];
  const ears = [heard(), heard()];
  // Each bus tells its listeners once when it has connected.
  const connected = ears.map((ear) => ear.next());
  one.subscribe('messages', ears[0]?.listener ?? (() => {}));
  two.subscribe('messages', ears[1]?.listener ?? (() => {}));
  await Promise.all(connected);

  const told = ears.map((ear) => ear.next());
  for (let n = 0; n < 50; n += 1) one.publish('messages');
  await Promise.all(told);

  expect(ears.map((ear) => ear.times)).toEqual([2, 2]);
  await Promise.all([one.close(), two.close()]);
});

test('what is published last is sent before the bus closes', async () => {
  const url = await testDatabase();
  const [one, two] = [openBus(url, silentLog), openBus(url, silentLog)];
  const ear = heard();
  const connected = ear.next();
  two.subscribe('events', ear.listener);
  const first = heard();
  const ready = first.next();
  one.subscribe('devices', first.listener);
  await Promise.all([connected, ready]);

  const told = ear.next();
  one.publish('events');
  await one.close();
  await told;

  expect(ear.times).toBe(2);
  await two.close();
});

test('after a broken connection everyone is told to look, for something may have been missed', async () => {
  const proxy = await tcpProxy(await testDatabase());
  const bus = openBus(proxy.url, silentLog);
  const ear = heard();
  const connected = ear.next();
  bus.subscribe('messages', ear.listener);
  await connected;

  const again = ear.next();
  proxy.cut();
  bus.publish('messages');
  proxy.mend();
  await again;

  expect(ear.times).toBe(2);
  await bus.close();
});

test('a line that fell silent is noticed without anything being published, and replaced', async () => {
  const proxy = await tcpProxy(await testDatabase());
  const bus = openBus(proxy.url, silentLog, 1_000);
  const ear = heard();
  const connected = ear.next();
  bus.subscribe('messages', ear.listener);
  await connected;

  const again = ear.next();
  proxy.swallow();
  proxy.mend();
  await again;

  expect(ear.times).toBe(2);
  await bus.close();
});
