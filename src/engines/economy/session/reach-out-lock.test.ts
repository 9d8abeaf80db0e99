import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../lib/clock.ts';
import type { EngineEvent, SessionHost } from '../../engine.ts';
import { type LockWord, ReachOutLock } from './reach-out-lock.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const ON: LockWord = { isActive: true, ends: null };
const OFF: LockWord = { isActive: false, ends: null };
const ENDS = { type: 'unrestricted', reasons: ['new_chats'] };
const told = (until: Date | null = null) => ({ type: 'restricted', reason: 'new_chats', until });

/** A lock whose network answers with what `says` holds. */
function lockOf(known: SessionHost['restriction'] = null) {
  const net = { now: START, asked: 0, says: ON as LockWord | null, events: [] as EngineEvent[] };
  const lock = new ReachOutLock(
    { clock: { now: () => new Date(net.now) }, lookEveryMs: 10 * MINUTE, known },
    async () => {
      net.asked += 1;
      return net.says;
    },
    (event) => net.events.push(event),
  );
  return { lock, net };
}

test('while nothing was refused nobody is asked', async () => {
  const { lock, net } = lockOf();

  expect(await lock.isOn()).toBe(false);
  expect([net.asked, net.events]).toEqual([0, []]);
});

test('of many refusals at one moment one question is asked, and one thing is told', async () => {
  const { lock, net } = lockOf();

  const behind = await Promise.all(Array.from({ length: 5 }, () => lock.isBehindRefusal()));

  expect(behind).toEqual(Array(5).fill(true));
  expect([net.asked, net.events]).toEqual([1, [told()]]);
});

test('a refusal without a lock is about the recipient', async () => {
  const { lock, net } = lockOf();
  net.says = OFF;

  expect([await lock.isBehindRefusal(), await lock.isOn()]).toEqual([false, false]);
  expect(net.events).toEqual([]);
});

test('a network that does not answer has said enough by refusing', async () => {
  const { lock, net } = lockOf();
  net.says = null;

  expect([await lock.isBehindRefusal(), await lock.isOn()]).toEqual([true, true]);
  expect(net.events).toEqual([told()]);
});

test('it is looked at again every ten minutes, until the network says that it is over', async () => {
  const { lock, net } = lockOf();
  await lock.isBehindRefusal();

  net.now += 9 * MINUTE;
  const waitMs = lock.waitMs();
  const early = await lock.isOn();
  net.now += MINUTE;
  const still = await lock.isOn();
  net.says = OFF;
  net.now += 10 * MINUTE;
  const over = await lock.isOn();

  expect([waitMs, early, still, over]).toEqual([MINUTE, true, true, false]);
  expect([net.asked, net.events]).toEqual([3, [told(), told(), ENDS]]);
});

test('an end that the network names is told, and looked at when it comes', async () => {
  const { lock, net } = lockOf();
  const ends = new Date(START + 4 * MINUTE);
  net.says = { isActive: true, ends };

  await lock.isBehindRefusal();
  const waitMs = lock.waitMs();
  net.says = OFF;
  net.now = ends.getTime();

  expect([waitMs, await lock.isOn()]).toEqual([4 * MINUTE, false]);
  expect(net.events).toEqual([told(ends), ENDS]);
});

test('the network may say it by itself', async () => {
  const { lock, net } = lockOf();
  const ends = new Date(START + DAY);

  lock.overhear({ isActive: true, ends });
  const on = await lock.isOn();
  lock.overhear(OFF);

  expect([on, await lock.isOn(), net.asked]).toEqual([true, false, 0]);
  expect(net.events).toEqual([told(ends), ENDS]);
});

test('what was known before a restart holds without another message being refused', async () => {
  const { lock, net } = lockOf({ reason: 'new_chats', until: null });
  const { lock: other } = lockOf({ reason: 'spam', until: null });

  expect([await lock.isOn(), await other.isOn(), net.asked]).toEqual([true, false, 0]);
});
