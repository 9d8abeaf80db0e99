import { expect, test } from 'vitest';
import { messagesOfSchemas } from '../../../test/harness/broken-bodies.ts';
import { fieldText, loadFieldKinds } from './problem-text.ts';

/** Of fields that programs alone fill, or that no form of the dashboard can get wrong. */
const OF_PROGRAMS = [
  'exactly one of text, file, sample, choice, reaction must be given',
  'is the whole message: leave out the type',
  'must be "erase"',
  'must be 16 bytes as base64url',
  'must be 65 bytes as base64url',
  'must be a date such as 1990-12-31',
  'must be a digit from 1 to 9',
  'must be a path below /app',
  'must be one emoji, or empty',
  'must be the next_cursor of an earlier answer',
  'needs assignee',
  'send either until or for_minutes; null ends the snooze',
  'send label, groups or group_automation',
];

test('every text with which a schema refuses a field reads in both languages', async () => {
  await loadFieldKinds();
  const messages = [...(await messagesOfSchemas())];

  const unknown = messages.filter((text) =>
    ['en' as const, 'id' as const].some((each) => fieldText(text, each) === text),
  );

  expect(messages.length).toBeGreaterThan(150);
  expect(unknown.toSorted()).toEqual(OF_PROGRAMS);
});

test('limits and names stay in the sentence', async () => {
  await loadFieldKinds();

  const said = [
    ...['must have at most 4096 characters', 'must be at most 100', 'is required', 'must be one of id, en'],
    ...['must have 1 to 50 characters of a-z, 0-9, _ and -, and begin with a letter or digit'],
    ...[
      'has no variable "nama": use customer.name',
      'is the name of another label',
      'is required, unless remove is given',
    ],
  ].map((text) => fieldText(text, 'id'));

  expect(said).toEqual([
    ...[
      'Paling banyak 4.096 karakter.',
      'Paling besar 100.',
      'Wajib diisi.',
      'Pilih salah satu dari daftar.',
    ],
    ...['Hanya huruf kecil, angka, dan tanda hubung, paling banyak 50.'],
    ...['Nilai nama tidak ada. Ambil dari daftar.', 'Ini sudah dipakai. Pilih yang lain.', 'Wajib diisi.'],
  ]);
});

test('a text without a kind stays as the gateway wrote it', async () => {
  await loadFieldKinds();

  expect(fieldText('is made of cheese', 'id')).toBe('is made of cheese');
});
