import { expect, test } from 'vitest';
import { hintsIn } from './hints.ts';

test('unsigned bytes are searched for the first 1,000 ids of numbers and accounts', () => {
  const id = (n: number) => `{"id" : "1${n}", "metadata": {"phone_number_id":\n"2${n}"}}`;
  const bytes = Buffer.from(
    `{"entry": [{"id":7}, {"id":"a\\"b"}, ${Array.from({ length: 5_000 }, (_, n) => id(n)).join()}`,
  );

  const { numbers, wabaIds } = hintsIn(bytes);

  expect([numbers.length, wabaIds.length]).toEqual([500, 500]);
  expect([numbers[0], wabaIds[0], numbers[499]]).toEqual(['20', '10', '2499']);
});

test('the id of an account inside an account update is found too', () => {
  expect(hintsIn(Buffer.from('{"waba_info":{"waba_id":"77","owner_business_id":"1"}}')).wabaIds).toEqual([
    '77',
  ]);
});
