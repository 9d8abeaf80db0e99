import { expect, test } from 'vitest';
import { Pieces } from './pieces.ts';

test('long work of two accounts takes turns, and two works of one account share its turns', async () => {
  let ms = 0;
  const pieces = new Pieces(() => ms);
  const noted: string[] = [];
  /** Each step takes a whole piece. */
  const work = async (name: string, accountId: number) => {
    const pause = pieces.pauseOf(accountId);
    for (let n = 1; n <= 3; n += 1) {
      noted.push(`${name}${n}`);
      ms += 5;
      await pause();
    }
  };

  await Promise.all([work('a', 1), work('b', 1), work('c', 2)]);

  const [ofOne, ofTwo] = [noted.filter((each) => !each.startsWith('c')), noted.indexOf('c3')];
  expect(ofOne).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  // Account 1 has half of its pieces left when account 2 begins its last one.
  expect(noted.indexOf('b3')).toBeGreaterThan(ofTwo);
});

test('short work waits for nothing', () => {
  const pause = new Pieces(() => 0).pauseOf(1);

  expect([pause(), pause()]).toEqual([undefined, undefined]);
});
