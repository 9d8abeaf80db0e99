import { expect, test } from 'vitest';
import { type Piece, piecesOf } from './marks.ts';

/** One line: marks as tags. */
const drawn = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.text;
      if (piece.type === 'link') return `<a ${piece.href}>`;
      return piece.type === 'code'
        ? `<code>${piece.text}</code>`
        : `<${piece.type}>${drawn(piece.pieces)}</>`;
    })
    .join('');

test.each([
  ['Halo *Kak*, _besok_ ~lusa~ `A1`', 'Halo <bold>Kak</>, <italic>besok</> <strike>lusa</> <code>A1</code>'],
  ['*_penting_*', '<bold><italic>penting</></>'],
  ['2*3*4 dan snake_case_nama', '2*3*4 dan snake_case_nama'],
  ['* satu * dua\n*tiga', '* satu * dua\n*tiga'],
  ['Lihat https://toko.example/a_b?x=1.', 'Lihat <a https://toko.example/a_b?x=1>.'],
  ['*https://toko.example*', '<bold><a https://toko.example></>'],
  ['javascript:alert(1) <b>x</b> https://', 'javascript:alert(1) <b>x</b> https://'],
])('%j is drawn as WhatsApp draws it', (text, expected) => {
  expect(drawn(piecesOf(text))).toBe(expected);
});

test('a text of many marks stays small', () => {
  for (const text of [
    '*a* '.repeat(16_000),
    '*'.repeat(65_536),
    '*a'.repeat(30_000),
    'https://'.repeat(8_000),
  ]) {
    const pieces = piecesOf(text);

    expect(pieces.length).toBeLessThan(400);
  }
});
