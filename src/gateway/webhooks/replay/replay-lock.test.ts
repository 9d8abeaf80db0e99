import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReplayLock } from './replay-lock.ts';

test('at most the given number of replays run at once, each in the order of the requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ account: fc.nat(5), fails: fc.boolean() }), { maxLength: 20 }),
      fc.scheduler(),
      async (most, asked, scheduler) => {
        const lock = new ReplayLock(most);
        const begun: number[] = [];
        let running = 0;
        let peak = 0;
        const answers = asked.map(({ account, fails }, n) =>
          lock.run(account, async () => {
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

test('after its replay an account may ask again, also when the replay failed', async () => {
  const lock = new ReplayLock(1);

  const failed = lock.run(7, () => Promise.reject(new Error('lost')));
  const refused = await lock.run(7, async () => 1);
  await expect(failed).rejects.toThrow('lost');

  expect(refused).toBeNull();
  expect(await lock.run(7, async () => 2)).toBe(2);
});
