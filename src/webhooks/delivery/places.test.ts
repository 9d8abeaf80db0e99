import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Grant, type Places, createPlaces as sharePlaces } from './places.ts';

/** First attempts go first, unless a test says otherwise. */
const createPlaces = (total: number, random = () => 0.9) => sharePlaces(total, random);

const dueOf = (webhook_id: number, account_id = 1, late = false) => ({ webhook_id, account_id, late });

/** Claims that always find as much as was granted, until nobody may take any more. */
function fill(places: Places): Grant[] {
  const all: Grant[] = [];
  for (let grants = places.grant(); grants.length > 0; grants = places.grant()) all.push(...grants);
  return all;
}

function held(grants: Grant[], of: (grant: Grant) => boolean = () => true): number {
  return grants.filter(of).reduce((sum, grant) => sum + grant.places, 0);
}

/** Lets every request end; true answers are successes. */
function end(places: Places, grants: Grant[], ok: boolean): void {
  for (const grant of grants) for (let n = 0; n < grant.places; n += 1) places.leave(grant, ok);
}

test('an endpoint that nobody knows yet gets four places, however much waits for it', () => {
  const places = createPlaces(256);

  places.note([dueOf(1)]);

  expect(fill(places)).toEqual([{ ...dueOf(1), places: 4, onProbation: false }]);
});

test('each success widens an endpoint by one place, a failure leaves it one', () => {
  const places = createPlaces(256);
  places.note([dueOf(1)]);
  const first = fill(places);

  end(places, first, true);
  const wider = fill(places);
  end(places, wider, false);

  expect(held(wider)).toBe(8);
  expect(held(fill(places))).toBe(1);
});

test('an endpoint that answers well has 64 places at most', () => {
  const places = createPlaces(1_000);
  places.note([dueOf(1)]);
  for (let turn = 0; turn < 10; turn += 1) end(places, fill(places), true);

  expect(held(fill(places))).toBe(64);
});

test('places that a claim does not need are free again, and the endpoint is asked no more', () => {
  const places = createPlaces(16);
  places.note([dueOf(1)]);
  const [grant] = places.grant();
  if (!grant) throw new Error('nothing was granted');

  places.claimed(grant, 1);

  expect(places.grant()).toEqual([]);
  places.note([dueOf(2, 2)]);
  expect(fill(places)).toEqual([{ ...dueOf(2, 2), places: 4, onProbation: false }]);
});

test('an account holds as many places as it leaves free, whatever hangs', () => {
  const places = createPlaces(256);
  places.note(Array.from({ length: 200 }, (_, n) => dueOf(n)));
  const first = fill(places);
  places.note(Array.from({ length: 200 }, (_, n) => dueOf(1_000 + n, 2)));
  const second = fill(places);
  places.note([dueOf(5_000, 3)]);
  const third = fill(places);

  expect([held(first), held(second)]).toEqual([128, 64]);
  expect(held(third)).toBe(4);
});

test('a place that becomes free goes to each account in turn', () => {
  const places = createPlaces(9);
  places.note(Array.from({ length: 50 }, (_, n) => dueOf(n, 1)));
  const many = fill(places);
  places.note([dueOf(1_000, 2), dueOf(2_000, 3)]);

  const next = fill(places);
  end(places, [...many, ...next], true);
  const after = places.grant();

  expect(new Set(next.map((grant) => grant.account_id))).toEqual(new Set([2, 3]));
  const ofEach = [1, 2, 3].map((id) => held(after, (grant) => grant.account_id === id));
  expect(Math.max(...ofEach) - Math.min(...ofEach)).toBeLessThanOrEqual(1);
});

test('when half of 40 wide endpoints of an account hang, the others go on', () => {
  const places = createPlaces(256);
  places.note(Array.from({ length: 40 }, (_, id) => dueOf(id)));
  for (let turn = 0; turn < 20; turn += 1) end(places, fill(places), true);
  const isHanging = (grant: Grant) => grant.webhook_id < 20;

  const served = Array.from({ length: 20 }, () => {
    const healthy = fill(places).filter((grant) => !isHanging(grant));
    end(places, healthy, true);
    return healthy.map((grant) => grant.webhook_id);
  });

  const perTurn = served.map((ids) => ids.length);
  expect(Math.min(...perTurn)).toBeGreaterThanOrEqual(5);
  expect(new Set(served.slice(-5).flat()).size).toBe(20);
});

test('what is late, and whoever failed last, hold half of the places at most: the rest is for first attempts', () => {
  const places = createPlaces(64);
  for (let account = 1; account <= 100; account += 1) places.note([dueOf(account, account, true)]);
  const late = fill(places);
  for (let account = 1; account <= 30; account += 1) places.note([dueOf(1_000 + account, account)]);

  const first = fill(places);

  expect(held(late)).toBeLessThanOrEqual(32);
  expect(late.every((grant) => grant.onProbation)).toBe(true);
  expect(new Set(first.filter((grant) => !grant.late).map((grant) => grant.webhook_id)).size).toBe(30);
});

test('first attempts to an endpoint that failed last draw on the share of what is late', () => {
  const places = createPlaces(64);
  const dead = Array.from({ length: 100 }, (_, n) => dueOf(n, n));
  places.note(dead);
  for (let turn = 0; turn < 20; turn += 1) end(places, fill(places), false);

  const again = fill(places);

  expect(again.every((grant) => grant.onProbation)).toBe(true);
  expect(held(again)).toBeLessThanOrEqual(32);
});

test('beside an endless stream of first attempts a quarter of what becomes free goes to retries first', () => {
  let draws = 0;
  const places = createPlaces(1, () => (draws++ % 100) / 100);
  places.note([dueOf(1), dueOf(1, 1, true)]);

  const grants = Array.from({ length: 100 }, () => {
    const next = fill(places);
    end(places, next, true);
    return next;
  }).flat();

  expect(held(grants, (grant) => !grant.late)).toBe(75);
  expect(held(grants, (grant) => grant.late)).toBe(25);
});

test('first and late of an endpoint that failed last take turns', () => {
  const places = createPlaces(16);
  places.note([dueOf(1), dueOf(1, 1, true)]);
  end(places, fill(places), false);

  const kinds = Array.from({ length: 8 }, () => {
    const grants = fill(places);
    end(places, grants, false);
    return grants.map((grant) => grant.late);
  }).flat();

  expect(kinds).toHaveLength(8);
  expect(new Set(kinds)).toEqual(new Set([true, false]));
});

test('a single place is enough to go on', () => {
  const places = createPlaces(1);
  places.note([dueOf(1), dueOf(2, 2)]);

  const served = Array.from({ length: 4 }, () => {
    const grants = fill(places);
    end(places, grants, true);
    return grants.map((grant) => grant.webhook_id);
  });

  expect(served).toEqual([[1], [2], [1], [2]]);
});

test('an attempt given up on our side says nothing about the endpoint', () => {
  const places = createPlaces(64);
  places.note([dueOf(1)]);
  const [grant] = fill(places);
  if (!grant) throw new Error('nothing was granted');

  for (let n = 0; n < grant.places; n += 1) places.leave(grant, null);

  expect(fill(places)).toEqual([grant]);
});

test('whatever comes in whatever order: no place is given twice or lost, and whoever has something due gets one in the end', () => {
  const step = fc.record({
    note: fc.array(
      fc
        .record({ webhook_id: fc.nat(12), late: fc.boolean() })
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
        const places = createPlaces(total, () => {
          state = (state * 16_807) % 2_147_483_647;
          return state / 2_147_483_647;
        });
        const underWay: Grant[] = [];
        const claim = (missing: number) => {
          for (const grant of places.grant()) {
            const found = Math.max(0, grant.places - missing);
            places.claimed(grant, found);
            underWay.push(...Array<Grant>(found).fill(grant));
          }
        };
        for (const { note, ends, missing } of steps) {
          places.note(note);
          claim(missing);
          expect(underWay.length).toBeLessThanOrEqual(total);
          for (const ok of ends) {
            const ended = underWay.shift();
            if (ended) places.leave(ended, ok);
          }
        }
        const wanted = Array.from({ length: 13 }, (_, id) => dueOf(id, id % 4, id % 2 === 0));
        places.note(wanted);
        const served = new Set<number>();
        for (let turn = 0; turn < 500 && served.size < wanted.length; turn += 1) {
          for (const ended of underWay.splice(0)) places.leave(ended, true);
          claim(0);
          for (const grant of underWay) served.add(grant.webhook_id);
        }
        expect(served.size).toBe(wanted.length);

        for (const ended of underWay.splice(0)) places.leave(ended, null);
        places.note(Array.from({ length: 50 }, (_, id) => dueOf(1_000 + id, 1_000 + id)));
        expect(held(fill(places))).toBe(total);
      },
    ),
  );
});
