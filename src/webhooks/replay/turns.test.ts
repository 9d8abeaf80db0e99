import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('whatever comes and ends in whatever order: never more than may at a time, and everybody in the order in which they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ account: fc.nat(5), fails: fc.boolean() }), { maxLength: 20 }),
      fc.scheduler(),
      async (most, asked, scheduler) => {
        const turns = createTurns(most);
        const begun: number[] = [];
        let running = 0;
        let peak = 0;
        const answers = asked.map(({ account, fails }, n) =>
          turns.take(account, async () => {
            begun.push(n);
            running += 1;
            peak = Math.max(peak, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            if (fails) throw new Error('lost');
            return n;
          }),
        );

        const ended = Promise.allSettled(answers);
        await scheduler.waitFor(ended);
        const settled = await ended;

        expect(peak).toBeLessThanOrEqual(most);
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
        const refused = settled.filter((each) => each.status === 'fulfilled' && each.value === null);
        expect(begun.length + refused.length).toBe(asked.length);
        expect(new Set(begun.map((n) => asked[n]?.account)).size).toBe(begun.length);
      },
    ),
  );
});

test('an account that has had its turn may ask again, also when the work failed', async () => {
  const turns = createTurns(1);

  const failed = turns.take(7, () => Promise.reject(new Error('lost')));
  const refused = await turns.take(7, async () => 1);
  await expect(failed).rejects.toThrow('lost');

  expect(refused).toBeNull();
  expect(await turns.take(7, async () => 2)).toBe(2);
});
