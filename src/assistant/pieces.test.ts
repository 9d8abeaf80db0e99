import { expect, test } from 'vitest';
import { Pieces } from './pieces.ts';

/** Notes each step, which costs a piece. */
function* steps(name: string, noted: string[]): Generator<number, string> {
  for (let n = 1; n <= 3; n += 1) {
    noted.push(`${name}${n}`);
    yield 50_000;
  }
  return name;
}

test('long work of two accounts takes turns, and two works of one account share its turns', async () => {
  const pieces = new Pieces();
  const noted: string[] = [];

  const done = await Promise.all([
    ...[pieces.run(1, steps('a', noted)), pieces.run(1, steps('b', noted)), pieces.run(2, steps('c', noted))],
  ]);

  expect(done).toEqual(['a', 'b', 'c']);
  const [ofOne, ofTwo] = [noted.filter((each) => !each.startsWith('c')), noted.indexOf('c3')];
  expect(ofOne).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  // Account 1 has half of its pieces left when account 2 begins its last one.
  expect(noted.indexOf('b3')).toBeGreaterThan(ofTwo);
});
