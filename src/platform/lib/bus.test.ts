import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/harness/database.ts';
import { tcpProxy } from '../../../test/harness/tcp-proxy.ts';
import { until } from '../../../test/harness/until.ts';
import { BUSES, openBus } from './bus.ts';
import { silentLog } from './log.ts';
import type { Rows } from './wakes.ts';

/** Has a listener that counts its calls; `next` resolves at the next call. */
function wakeCounter(): { times: number; listener: () => void; next: () => Promise<void> } {
  let wake = () => {};
  const counter = {
    times: 0,
    listener: () => {
      counter.times += 1;
      wake();
    },
    next: () => new Promise<void>((resolve) => (wake = resolve)),
  };
  return counter;
}

test('a wake-up reaches every process, and simultaneous wake-ups arrive as one', async () => {
  const url = await testDatabase();
  const [one, two] = [openBus(url, silentLog), openBus(url, silentLog)];
  const counters = [wakeCounter(), wakeCounter()];
  // Each bus calls its listeners once after it has connected.
  const connected = counters.map((counter) => counter.next());
  one.subscribe('messages', counters[0]?.listener ?? (() => {}));
  two.subscribe('messages', counters[1]?.listener ?? (() => {}));
  await Promise.all(connected);

  const woken = counters.map((counter) => counter.next());
  for (let n = 0; n < 50; n += 1) one.publish('messages');
  await Promise.all(woken);

  expect(counters.map((counter) => counter.times)).toEqual([2, 2]);
  await Promise.all([one.close(), two.close()]);
});

test('a topic that is published before close is still sent', async () => {
  const url = await testDatabase();
  const [one, two] = [openBus(url, silentLog), openBus(url, silentLog)];
  const counter = wakeCounter();
  const connected = counter.next();
  two.subscribe('events', counter.listener);
  const first = wakeCounter();
  const ready = first.next();
  one.subscribe('devices', first.listener);
  await Promise.all([connected, ready]);

  const woken = counter.next();
  one.publish('events');
  await one.close();
  await woken;

  expect(counter.times).toBe(2);
  await two.close();
});

test('after a reconnect every listener is called, and what was published meanwhile goes out', async () => {
  const url = await testDatabase();
  const proxy = await tcpProxy(url);
  const [bus, other] = [openBus(proxy.url, silentLog), openBus(url, silentLog)];
  const [here, there] = [wakeCounter(), wakeCounter()];
  const connected = [here.next(), there.next()];
  bus.subscribe('devices', here.listener);
  other.subscribe('messages', there.listener);
  await Promise.all(connected);

  const again = [here.next(), there.next()];
  proxy.cut();
  bus.publish('messages');
  proxy.mend();
  await Promise.all(again);

  expect([here.times, there.times]).toEqual([2, 2]);
  await Promise.all([bus.close(), other.close()]);
});

test('what is written without a publish wakes the topics of the pulse alone', async () => {
  const url = await testDatabase();
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create sequence written');
  const pulse = { sql: 'select last_value, is_called from written', topics: ['events'] as const };
  const bus = openBus(url, silentLog, { silenceMs: 100, pulse });
  const [events, devices] = [wakeCounter(), wakeCounter()];
  const connected = [events.next(), devices.next()];
  bus.subscribe('events', events.listener);
  bus.subscribe('devices', devices.listener);
  await Promise.all(connected);

  // The first look: what was written before it may have had no wake-up.
  await until(async () => events.times === 2, { what: 'the first wake-up' });
  await client.query(`select nextval('written')`);
  await until(async () => events.times === 3, { what: 'the second wake-up' });

  expect(devices.times).toBe(1);
  await Promise.all([bus.close(), client.end()]);
});

test('a silent connection is detected without a publish, and replaced', async () => {
  const proxy = await tcpProxy(await testDatabase());
  const bus = openBus(proxy.url, silentLog, { silenceMs: 1_000 });
  const counter = wakeCounter();
  const connected = counter.next();
  bus.subscribe('messages', counter.listener);
  await connected;

  const again = counter.next();
  proxy.swallow();
  proxy.mend();
  await again;

  expect(counter.times).toBe(2);
  await bus.close();
});

const PULSE = { sql: `select 1 as written, ${BUSES}`, topics: ['messages'] as const };

/** What PostgreSQL passes to every gateway. */
async function notifications(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('listen kurir');
  const payloads: string[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
  return { payloads, query: (sql: string) => client.query(sql), end: () => client.end() };
}

test('processes of one gateway wake each other with rows, and notify only beside another gateway', async () => {
  const url = await testDatabase();
  const heard = await notifications(url);
  await heard.query('create sequence looks');
  const main = openBus(url, silentLog, { silenceMs: 100, pulse: PULSE });
  const pulse = { ...PULSE, sql: `select nextval('looks')` };
  const child = openBus(url, silentLog, { silenceMs: 100, pulse, gateway: main.gateway });
  const received: Rows[] = [];
  const toMain = main.link(async (wake) => toChild.receive(wake));
  const toChild = child.link(async (wake) => toMain.receive(wake));
  child.subscribe('messages', (rows) => void received.push(rows));
  const message = { id: 1, device_id: 2, phone: '62811', type: 'text' };
  const isAlone = async () => {
    const before = heard.payloads.length;
    main.publish('messages');
    main.publish('devices');
    await until(async () => heard.payloads.length > before, { what: 'the topic of all gateways' });
    return heard.payloads.slice(before).every((payload) => !payload.includes('messages'));
  };
  await until(isAlone, { what: 'a gateway alone' });

  received.length = 0;
  main.publish('messages', [message]);
  await until(async () => received.length > 0, { what: 'the wake-up' });
  const other = openBus(url, silentLog, { silenceMs: 100, pulse: PULSE });
  const there = wakeCounter();
  other.subscribe('messages', there.listener);
  await until(async () => !(await isAlone()), { what: 'a notification' });
  const woken = there.next();
  child.publish('messages');
  await woken;

  expect(received[0]).toEqual([message]);
  // Main reads the pulse for its children.
  expect((await heard.query('select is_called from looks')).rows).toEqual([{ is_called: false }]);
  await Promise.all([main.close(), child.close(), other.close(), heard.end()]);
});

const OWN_BUS = `array[current_setting('application_name')]`;

test('a gateway counts as alone after two looks in a row that found its own buses and no other', async () => {
  const url = await testDatabase();
  const heard = await notifications(url);
  await heard.query('create sequence looks');
  const buses = `case n when 2 then array_append(${OWN_BUS}, 'kurir bus #other')
    when 5 then array[(1 / (n - 5))::text] when 8 then array['kurir bus'] when 9 then null else ${OWN_BUS} end`;
  const sql = `select n as written, ${buses} as buses from (select nextval('looks') as n) look`;
  const bus = openBus(url, silentLog, { silenceMs: 400, pulse: { sql, topics: ['messages', 'media'] } });

  // At the connection, and after each look that does not fail.
  bus.subscribe('media', () => {
    bus.publish('messages');
    bus.publish('devices');
  });
  await until(async () => heard.payloads.length === 11, { what: 'all looks' });

  const isNotified = heard.payloads.map((payload) => payload.includes('messages'));
  expect(isNotified).toEqual([true, true, true, true, false, true, false, true, true, true, false]);
  await Promise.all([bus.close(), heard.end()]);
});
