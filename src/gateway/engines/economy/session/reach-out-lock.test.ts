import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../../platform/lib/clock.ts';
import type { EngineEvent, SessionHost } from '../../engine.ts';
import type { LockState } from '../connection/lock-state.ts';
import { ReachOutLock } from './reach-out-lock.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const ON: LockState = { isActive: true, endsAt: null };
const OFF: LockState = { isActive: false, endsAt: null };
const UNRESTRICTED = { type: 'unrestricted', reasons: ['new_chats'] };
const restricted = (until: Date | null = null) => ({ type: 'restricted', reason: 'new_chats', until });

/** The network answers with `says`. */
function lockOf(known: SessionHost['restriction'] = null) {
  const net = { now: START, asked: 0, says: ON as LockState | null, events: [] as EngineEvent[] };
  const lock = new ReachOutLock({
    clock: { now: () => new Date(net.now) },
    checkEveryMs: 10 * MINUTE,
    known,
    fetch: async () => {
      net.asked += 1;
      return net.says;
    },
    emit: (event) => void net.events.push(event),
  });
  return { lock, net };
}

test('without a refusal the network is not asked', async () => {
  const { lock, net } = lockOf();

  expect(await lock.isLocked()).toBe(false);
  expect([net.asked, net.events]).toEqual([0, []]);
});

test('five refusals at the same time cause one query and one event', async () => {
  const { lock, net } = lockOf();

  const explained = await Promise.all(Array.from({ length: 5 }, () => lock.explainsRefusal()));

  expect(explained).toEqual(Array(5).fill(true));
  expect([net.asked, net.events]).toEqual([1, [restricted()]]);
});

test('a refusal without a lock belongs to the recipient', async () => {
  const { lock, net } = lockOf();
  net.says = OFF;

  expect([await lock.explainsRefusal(), await lock.isLocked()]).toEqual([false, false]);
  expect(net.events).toEqual([]);
});

test('after a refusal, a network that does not answer counts as locked', async () => {
  const { lock, net } = lockOf();
  net.says = null;

  expect([await lock.explainsRefusal(), await lock.isLocked()]).toEqual([true, true]);
  expect(net.events).toEqual([restricted()]);
});

test('the lock is checked every ten minutes until the network ends it', async () => {
  const { lock, net } = lockOf();
  await lock.explainsRefusal();

  net.now += 9 * MINUTE;
  const waitMs = lock.waitMs();
  const early = await lock.isLocked();
  net.now += MINUTE;
  const still = await lock.isLocked();
  net.says = OFF;
  net.now += 10 * MINUTE;
  const over = await lock.isLocked();

  expect([waitMs, early, still, over]).toEqual([MINUTE, true, true, false]);
  expect([net.asked, net.events]).toEqual([3, [restricted(), restricted(), UNRESTRICTED]]);
});

test('an end that the network names is reported, and checked when it comes', async () => {
  const { lock, net } = lockOf();
  const endsAt = new Date(START + 4 * MINUTE);
  net.says = { isActive: true, endsAt };

  await lock.explainsRefusal();
  const waitMs = lock.waitMs();
  net.says = OFF;
  net.now = endsAt.getTime();

  expect([waitMs, await lock.isLocked()]).toEqual([4 * MINUTE, false]);
  expect(net.events).toEqual([restricted(endsAt), UNRESTRICTED]);
});

test('the network may report start and end unasked', async () => {
  const { lock, net } = lockOf();
  const endsAt = new Date(START + DAY);

  lock.update({ isActive: true, endsAt });
  const on = await lock.isLocked();
  lock.update(OFF);

  expect([on, await lock.isLocked(), net.asked]).toEqual([true, false, 0]);
  expect(net.events).toEqual([restricted(endsAt), UNRESTRICTED]);
});

test('a stored restriction counts after a restart, without another refusal', async () => {
  const { lock, net } = lockOf({ reason: 'new_chats', until: null });
  const { lock: other } = lockOf({ reason: 'spam', until: null });

  expect([await lock.isLocked(), await other.isLocked(), net.asked]).toEqual([true, false, 0]);
});
