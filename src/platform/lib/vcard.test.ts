import { expect, test } from 'vitest';
import { vcardCompany, vcardEmails, vcardFields, vcardName, vcardPhones } from './vcard.ts';

test.each<[string, string, string, { phone: string; waid: string | null }[]]>([
  [
    'version 3',
    'BEGIN:VCARD\r\nFN:Budi\r\nitem1.TEL;type=CELL;waid=6281:+62\r\n  81',
    'Budi',
    [{ phone: '+62 81', waid: '6281' }],
  ],
  [
    'version 2.1, in quoted-printable',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BC=\nrgen\nTEL;CELL:081',
    'Jürgen',
    [{ phone: '081', waid: null }],
  ],
  [
    'version 4',
    'FN:Ani\nTEL;VALUE=uri;TYPE="voice,cell":tel:+62-812',
    'Ani',
    [{ phone: '+62-812', waid: null }],
  ],
  ['a name in parts', 'N:Santoso;Budi;Adi;;', 'Budi Adi Santoso', []],
  ['a first name alone', 'FN:\nN:;Ani\\, SH;;;', 'Ani, SH', []],
  ['a nickname', 'NICKNAME:Bud', 'Bud', []],
  ['a company', 'ORG:Toko\\; Kopi;Pusat', 'Toko; Kopi', []],
  ['a number of the network alone', 'TEL;waid=62813:', '', [{ phone: '', waid: '62813' }]],
  ['no card', 'halo\n\n:::\n;;', '', []],
])('reads a card of %s', (_what, card, name, phones) => {
  const fields = vcardFields(card);

  const found = vcardPhones(fields).map(({ phone, waid }) => ({ phone, waid }));
  expect([vcardName(fields), found]).toEqual([name, phones]);
});

test('reads e-mail addresses and the company', () => {
  const fields = vcardFields('EMAIL;TYPE=WORK:a@b.id\nEMAIL:\nORG:Toko;Cabang');

  expect([vcardEmails(fields), vcardCompany(fields)]).toEqual([['a@b.id'], 'Toko, Cabang']);
});

test.each(['TEL:1\n', 'N;', ';"', 'A;QUOTED-PRINTABLE:=\n', ' \n', 'FN:;\\'])(
  'a long text of %j is read in linear time',
  (piece) => {
    expect(vcardName(vcardFields(piece.repeat(200_000))).length).toBeLessThan(2_000_000);
  },
);
