import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('ab'.repeat(32));
const plain = Buffer.from('kunci rahasia');

test('a sealed value opens again, and each sealing gives other bytes', () => {
  const [one, two] = [box.seal(plain, 'a|b|1'), box.seal(plain, 'a|b|1')];

  expect(box.open(one, 'a|b|1')).toEqual(plain);
  expect(one.equals(two)).toBe(false);
  expect(one.includes(plain)).toBe(false);
});

test('equal texts have one mac per place and key', () => {
  const other = createSecretBox('cd'.repeat(32));

  expect(box.mac('1234', 'a|1')).toEqual(box.mac('1234', 'a|1'));
  expect(box.mac('1234', 'a|1')).not.toEqual(box.mac('1234', 'a|2'));
  expect(box.mac('1234', 'a|1')).not.toEqual(box.mac('123', 'a|1'));
  expect(box.mac('1234', 'a|1')).not.toEqual(other.mac('1234', 'a|1'));
});

test('a value does not open in another place, with another key, or with a changed bit', () => {
  const sealed = box.seal(plain, 'a|b|1');
  const bent = Buffer.from(sealed);
  bent[20] = (bent[20] ?? 0) ^ 1;

  expect(() => box.open(sealed, 'a|b|2')).toThrow();
  expect(() => createSecretBox('cd'.repeat(32)).open(sealed, 'a|b|1')).toThrow();
  expect(() => box.open(bent, 'a|b|1')).toThrow();
  expect(() => box.open(Buffer.alloc(5), 'a|b|1')).toThrow('Not a sealed value');
});
