import { IANAZone } from 'luxon';
import { expect, test } from 'vitest';
import { openingInWords } from './opening-words.ts';
import type { Language } from './settings/settings.ts';

const zone = IANAZone.create('Asia/Jakarta');
/** Monday, 22:00 in Jakarta. */
const now = new Date('2026-11-23T15:00:00Z');

test.each<[Language, string | null, string]>([
  ['id', '2026-11-23T16:30:00Z', 'hari ini pukul 23.30'],
  ['id', '2026-11-24T01:00:00Z', 'besok pukul 08.00'],
  ['id', '2026-11-26T02:30:00Z', 'hari Kamis, 26 November, pukul 09.30'],
  ['id', null, 'secepatnya'],
  ['en', '2026-11-23T16:30:00Z', 'today at 23:30'],
  ['en', '2026-11-24T01:00:00Z', 'tomorrow at 08:00'],
  ['en', '2026-12-01T01:00:00Z', 'on Tuesday, 1 December at 08:00'],
  ['en', null, 'as soon as possible'],
])('in %s, an opening at %s is "%s"', (language, opensAt, words) => {
  const opening = { opensAt: opensAt === null ? null : new Date(opensAt), now, zone };

  expect(openingInWords(opening, language)).toBe(words);
});
