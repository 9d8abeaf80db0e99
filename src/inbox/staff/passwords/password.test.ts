import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { atMostAtOnce } from './at-most-at-once.ts';
import { isOutdated, openPasswords, passwordProblem } from './password.ts';

const ANI = { email: 'ani.wijaya@toko.example', name: 'Ani Wijaya Kusuma' };
const passwords = openPasswords({ randomBytes });

test('a hash has the form of PHC, another salt each time, and verifies its password alone', async () => {
  const [one, other] = await Promise.all([passwords.hash('kopi susu'), passwords.hash('kopi susu')]);

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await passwords.verify('kopi susu', one)).toBe(true);
  expect(await passwords.verify('kopi susu ', one)).toBe(false);
  expect(await passwords.verify('kopi susu', null)).toBe(false);
  expect(await passwords.verify('kopi susu', 'no hash')).toBe(false);
  expect(isOutdated(one)).toBe(false);
  expect(isOutdated(one.replace('t=2', 't=1'))).toBe(true);
});

test('two ways to write one character are one password', async () => {
  const composed = await passwords.hash('caf\u00e9 tubruk');

  expect(await passwords.verify('cafe\u0301 tubruk', composed)).toBe(true);
});

test.each([
  ['kopi susu', 'must have at least 10 characters'],
  ['kopi susu\u{1f600}', null],
  ['kopi susu!', null],
  ['a-b.c'.repeat(40), null],
  [`${'a-b.c'.repeat(40)}x`, 'must have at most 200 characters'],
  ['ANI.Wijaya@Toko.example', 'must not be the e-mail or the name'],
  ['ani.wijaya', 'must not be the e-mail or the name'],
  ['ani wijaya kusuma', 'must not be the e-mail or the name'],
  ['Password123!', 'is one of the most common passwords'],
  ['qwertyuiop', 'is one of the most common passwords'],
  ['rahasia12345', 'is one of the most common passwords'],
  ['bismillah1', 'is one of the most common passwords'],
  ['1234567890', 'is one of the most common passwords'],
  ['9876543210', 'is one of the most common passwords'],
  ['aaaaaaaaaaaa', 'is one of the most common passwords'],
  ['kucing rahasia tetangga', null],
  ['0812-9937-4415', null],
])('the password %j: %s', (password, problem) => {
  expect(passwordProblem(password, ANI)).toBe(problem);
});

test('a limited number works at once, in order, and beyond the queue a call is refused', async () => {
  const enter = atMostAtOnce(2, 3, () => new Error('busy'));
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const calls = gates.map((gate, n) =>
    enter(async () => {
      begun.push(n);
      await gate.promise;
    }),
  );

  const refused = await Promise.allSettled([calls[5]]);
  const first = [...begun];
  gates[1]?.reject(new Error('failed'));
  await Promise.allSettled([calls[1]]);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.allSettled(calls);

  expect(refused[0].status).toBe('rejected');
  expect(first).toEqual([0, 1]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
