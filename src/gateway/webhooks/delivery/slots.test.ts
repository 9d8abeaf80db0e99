import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Grant, Slots } from './slots.ts';

/** First attempts go first, unless a test says otherwise. */
const slotsOf = (total: number, random = () => 0.9) => new Slots(total, random);

const dueOf = (webhook_id: number, account_id = 1, repeat = false) => ({ webhook_id, account_id, repeat });

/** Claims that always find as much as was granted, until no slot is granted any more. */
function fill(slots: Slots): Grant[] {
  const all: Grant[] = [];
  for (let grants = slots.grant(); grants.length > 0; grants = slots.grant()) all.push(...grants);
  return all;
}

function granted(grants: Grant[], of: (grant: Grant) => boolean = () => true): number {
  return grants.filter(of).reduce((sum, grant) => sum + grant.slots, 0);
}

/** Lets every request end; true answers are successes. */
function end(slots: Slots, grants: Grant[], ok: boolean): void {
  for (const grant of grants) for (let n = 0; n < grant.slots; n += 1) slots.release(grant, ok);
}

test('a new endpoint gets four slots, at any length of its backlog', () => {
  const slots = slotsOf(256);

  slots.addDue([dueOf(1)]);

  expect(fill(slots)).toEqual([{ ...dueOf(1), slots: 4, onProbation: false }]);
});

test('each success raises the limit of an endpoint by one, a failure sets it to one', () => {
  const slots = slotsOf(256);
  slots.addDue([dueOf(1)]);
  const first = fill(slots);

  end(slots, first, true);
  const wider = fill(slots);
  end(slots, wider, false);

  expect(granted(wider)).toBe(8);
  expect(granted(fill(slots))).toBe(1);
});

test('an endpoint that answers well has 64 slots at most', () => {
  const slots = slotsOf(1_000);
  slots.addDue([dueOf(1)]);
  for (let round = 0; round < 10; round += 1) end(slots, fill(slots), true);

  expect(granted(fill(slots))).toBe(64);
});

test.each([
  [256, 64],
  [16, 16],
])('of %i slots, deliveries that wait leave theirs: at most %i of an endpoint', (total, most) => {
  const slots = slotsOf(total);
  slots.addDue([dueOf(1)]);
  const claimed: { grant: Grant; isParked: boolean }[] = [];
  for (let grants = fill(slots); grants.length > 0; grants = fill(slots)) {
    for (const grant of grants) {
      for (let n = 0; n < grant.slots; n += 1) claimed.push({ grant, isParked: slots.park(grant) });
    }
  }

  for (const { grant, isParked } of claimed) {
    if (isParked) slots.unpark(grant);
    slots.release(grant, null);
  }

  expect(claimed.filter(({ isParked }) => isParked)).toHaveLength(most);
  expect(granted(fill(slots))).toBe(4);
});

test('slots that a claim does not need are free again, and the endpoint is asked no more', () => {
  const slots = slotsOf(16);
  slots.addDue([dueOf(1)]);
  const [grant] = slots.grant();
  if (!grant) throw new Error('nothing was granted');

  slots.claimed(grant, 1);

  expect(slots.grant()).toEqual([]);
  slots.addDue([dueOf(2, 2)]);
  expect(fill(slots)).toEqual([{ ...dueOf(2, 2), slots: 4, onProbation: false }]);
});

test('an account uses as many slots as it leaves free, also when its endpoints hang', () => {
  const slots = slotsOf(256);
  slots.addDue(Array.from({ length: 200 }, (_, n) => dueOf(n)));
  const first = fill(slots);
  slots.addDue(Array.from({ length: 200 }, (_, n) => dueOf(1_000 + n, 2)));
  const second = fill(slots);
  slots.addDue([dueOf(5_000, 3)]);
  const third = fill(slots);

  expect([granted(first), granted(second)]).toEqual([128, 64]);
  expect(granted(third)).toBe(4);
});

test.each([
  ['the first endpoint gets 25', [], dueOf(1), 25],
  ['a second endpoint of its account gets 13', [dueOf(1)], dueOf(2), 13],
  ['an endpoint of another account gets 19', [dueOf(1)], dueOf(3, 2), 19],
])('of 100 slots, %s', (_name, earlier, endpoint, expected) => {
  const slots = slotsOf(100);
  for (const each of [...earlier, endpoint]) leaveOneInFlight(slots, each);
  slots.addDue(earlier);
  fill(slots);

  slots.addDue([endpoint]);

  expect(1 + granted(fill(slots))).toBe(expected);
});

/** Raises the limit of the endpoint by successes first. */
function leaveOneInFlight(slots: Slots, endpoint: ReturnType<typeof dueOf>): void {
  slots.addDue([endpoint]);
  for (let round = 0; round < 10; round += 1) end(slots, fill(slots), true);
  for (const grant of fill(slots)) slots.claimed(grant, 1);
}

test('free slots go to the accounts round-robin', () => {
  const slots = slotsOf(9);
  slots.addDue(Array.from({ length: 50 }, (_, n) => dueOf(n, 1)));
  const many = fill(slots);
  slots.addDue([dueOf(1_000, 2), dueOf(2_000, 3)]);

  const next = fill(slots);
  end(slots, [...many, ...next], true);
  const after = slots.grant();

  expect(new Set(next.map((grant) => grant.account_id))).toEqual(new Set([2, 3]));
  const ofEach = [1, 2, 3].map((id) => granted(after, (grant) => grant.account_id === id));
  expect(Math.max(...ofEach) - Math.min(...ofEach)).toBeLessThanOrEqual(1);
});

test('when half of 40 wide endpoints of an account hang, the others go on', () => {
  const slots = slotsOf(256);
  slots.addDue(Array.from({ length: 40 }, (_, id) => dueOf(id)));
  for (let round = 0; round < 20; round += 1) end(slots, fill(slots), true);
  const isHanging = (grant: Grant) => grant.webhook_id < 20;

  const served = Array.from({ length: 20 }, () => {
    const healthy = fill(slots).filter((grant) => !isHanging(grant));
    end(slots, healthy, true);
    return healthy.map((grant) => grant.webhook_id);
  });

  const perRound = served.map((ids) => ids.length);
  expect(Math.min(...perRound)).toBeGreaterThanOrEqual(5);
  expect(new Set(served.slice(-5).flat()).size).toBe(20);
});

test('repeats and endpoints that failed last use at most half of the slots: the rest is for first attempts', () => {
  const slots = slotsOf(64);
  for (let account = 1; account <= 100; account += 1) slots.addDue([dueOf(account, account, true)]);
  const repeats = fill(slots);
  for (let account = 1; account <= 30; account += 1) slots.addDue([dueOf(1_000 + account, account)]);

  const first = fill(slots);

  expect(granted(repeats)).toBeLessThanOrEqual(32);
  expect(repeats.every((grant) => grant.onProbation)).toBe(true);
  expect(new Set(first.filter((grant) => !grant.repeat).map((grant) => grant.webhook_id)).size).toBe(30);
});

test('first attempts to an endpoint that failed last use the slots of the probation', () => {
  const slots = slotsOf(64);
  const dead = Array.from({ length: 100 }, (_, n) => dueOf(n, n));
  slots.addDue(dead);
  for (let round = 0; round < 20; round += 1) end(slots, fill(slots), false);

  const again = fill(slots);

  expect(again.every((grant) => grant.onProbation)).toBe(true);
  expect(granted(again)).toBeLessThanOrEqual(32);
});

test('beside an endless stream of first attempts a quarter of the freed slots goes to retries first', () => {
  let calls = 0;
  const slots = slotsOf(1, () => (calls++ % 100) / 100);
  slots.addDue([dueOf(1), dueOf(1, 1, true)]);

  const grants = Array.from({ length: 100 }, () => {
    const next = fill(slots);
    end(slots, next, true);
    return next;
  }).flat();

  expect(granted(grants, (grant) => !grant.repeat)).toBe(75);
  expect(granted(grants, (grant) => grant.repeat)).toBe(25);
});

test('first attempts and repeats of an endpoint that failed last alternate', () => {
  const slots = slotsOf(16);
  slots.addDue([dueOf(1), dueOf(1, 1, true)]);
  end(slots, fill(slots), false);

  const kinds = Array.from({ length: 8 }, () => {
    const grants = fill(slots);
    end(slots, grants, false);
    return grants.map((grant) => grant.repeat);
  }).flat();

  expect(kinds).toHaveLength(8);
  expect(new Set(kinds)).toEqual(new Set([true, false]));
});

test('a single slot is enough to go on', () => {
  const slots = slotsOf(1);
  slots.addDue([dueOf(1), dueOf(2, 2)]);

  const served = Array.from({ length: 4 }, () => {
    const grants = fill(slots);
    end(slots, grants, true);
    return grants.map((grant) => grant.webhook_id);
  });

  expect(served).toEqual([[1], [2], [1], [2]]);
});

test('an attempt given up on our side says nothing about the endpoint', () => {
  const slots = slotsOf(64);
  slots.addDue([dueOf(1)]);
  const [grant] = fill(slots);
  if (!grant) throw new Error('nothing was granted');

  for (let n = 0; n < grant.slots; n += 1) slots.release(grant, null);

  expect(fill(slots)).toEqual([grant]);
});

test('no slot is granted twice or lost, and each endpoint with due work gets one in the end', () => {
  const step = fc.record({
    due: fc.array(
      fc
        .record({ webhook_id: fc.nat(12), repeat: fc.boolean() })
        .map((one) => ({ ...one, account_id: one.webhook_id % 4 })),
      { maxLength: 6 },
    ),
    /** Which requests end, and how; which claims found less than they might. */
    ends: fc.array(fc.constantFrom(true, false, null), { maxLength: 12 }),
    missing: fc.nat(3),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 1e6 }),
      (total, steps, seed) => {
        let state = seed;
        const slots = slotsOf(total, () => {
          state = (state * 16_807) % 2_147_483_647;
          return state / 2_147_483_647;
        });
        const inFlight: Grant[] = [];
        const claim = (missing: number) => {
          for (const grant of slots.grant()) {
            const found = Math.max(0, grant.slots - missing);
            slots.claimed(grant, found);
            inFlight.push(...Array<Grant>(found).fill(grant));
          }
        };
        for (const { due, ends, missing } of steps) {
          slots.addDue(due);
          claim(missing);
          expect(inFlight.length).toBeLessThanOrEqual(total);
          for (const ok of ends) {
            const ended = inFlight.shift();
            if (ended) slots.release(ended, ok);
          }
        }
        const wanted = Array.from({ length: 13 }, (_, id) => dueOf(id, id % 4, id % 2 === 0));
        slots.addDue(wanted);
        const served = new Set<number>();
        for (let round = 0; round < 500 && served.size < wanted.length; round += 1) {
          for (const ended of inFlight.splice(0)) slots.release(ended, true);
          claim(0);
          for (const grant of inFlight) served.add(grant.webhook_id);
        }
        expect(served.size).toBe(wanted.length);

        for (const ended of inFlight.splice(0)) slots.release(ended, null);
        slots.addDue(Array.from({ length: 50 }, (_, id) => dueOf(1_000 + id, 1_000 + id)));
        expect(granted(fill(slots))).toBe(total);
      },
    ),
  );
});
