import { expect, test } from 'vitest';
import { readContacts } from './vcard.ts';

test('a long line without a colon does not hold up the page, and the card is read without it', () => {
  const long = 'quoted-printable'.repeat(20_000);

  const [, card] = readContacts(`BEGIN:VCARD\n${long}\nFN:Sari\nTEL:+62 812-3456-7890\nEND:VCARD\n`);

  expect(card?.cells.slice(0, 2)).toEqual(['Sari', '+62 812-3456-7890']);
});
