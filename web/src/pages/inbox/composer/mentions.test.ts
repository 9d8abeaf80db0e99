import { expect, test } from 'vitest';
import { mentionedIn, typedMention, withMention } from './mentions.ts';

const BUDI = { id: 'b', name: 'Budi' };
const SANTOSO = { id: 's', name: 'Budi Santoso' };
const ANI = { id: 'a', name: 'Ani (gudang)' };

test('a mention is typed before the caret, after a blank', () => {
  expect(['@', 'cek @bu', 'cek\n@an', 'cek', 'ani@toko', '@Budi '].map(typedMention)).toEqual([
    ...['', 'bu', 'an', null, null, null],
  ]);
  expect(withMention('cek @bu', 'Budi Santoso')).toBe('cek @Budi Santoso ');
});

test('a note mentions whom it names; a longer name is not the shorter one in it', () => {
  const named = (note: string) => mentionedIn(note, [BUDI, SANTOSO, ANI]);

  expect(named('@Budi Santoso tolong cek')).toEqual(['s']);
  expect(named('@Budi, @Budi Santoso dan @Ani (gudang).')).toEqual(['s', 'a', 'b']);
  expect(named('Budi, @Budiman dan @ani')).toEqual([]);
});
