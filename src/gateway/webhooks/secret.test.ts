import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSecret } from './secret.ts';

test('a secret is 48 characters of A-Za-z0-9', () => {
  for (let round = 0; round < 200; round += 1) expect(newSecret(randomBytes)).toMatch(/^[A-Za-z0-9]{48}$/);
});

test('every character is equally likely', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 2_000; round += 1) {
    for (const character of newSecret(randomBytes)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }

  const expected = (2_000 * 48) / 62;
  expect(counts.size).toBe(62);
  // Six standard deviations: one false alarm in many million runs.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});

test('bytes that would favour some letters are passed over', () => {
  const unfair = Buffer.alloc(48, 255);
  const fair = Buffer.alloc(48, 61);
  const given = [unfair, fair];

  expect(newSecret(() => given.shift() ?? fair)).toBe('9'.repeat(48));
});
