import { afterAll, expect, test } from 'vitest';
import { textOf } from '../../web/src/csv/csv.ts';
import {
  type Checked,
  guessMapping,
  numbersOf,
  planImport,
} from '../../web/src/pages/contacts/import/plan.ts';
import { readContacts } from '../../web/src/pages/contacts/import/vcard.ts';
import { testContext } from '../harness/context.ts';
import { openService } from '../harness/service.ts';
import type { Json } from '../harness/shop.ts';

const service = await openService(await testContext({ cleanup: afterAll }));

/** Imports the bytes of a file as the dashboard does, and answers what is stored. */
async function imported(file: Buffer, readsLocal = true) {
  const { api } = await service.customer();
  const rows = readContacts(textOf(new Uint8Array(file).buffer));
  const { mapping, hasHeader } = guessMapping(rows);
  const check = await api('POST', '/v1/contacts/check', { phones: numbersOf(rows, mapping, hasHeader) });
  const checked = new Map<string, Checked>(check.body.data.map((each: Checked) => [each.input, each]));
  const plan = planImport(rows, mapping, { hasHeader, tags: [], checked, readsLocal });
  const contacts = plan.contacts.map(({ line: _, number: __, country: ___, ...rest }) => rest);
  await api('POST', '/v1/contacts/batch', { contacts });
  const { data } = (await api('GET', '/v1/contacts')).body;
  return {
    plan,
    stored: data.map(({ phone, name, email, tags }: Json) =>
      [phone, name, email, tags.join()].join(' ').trim(),
    ),
    shown: plan.contacts.map(({ number, country }) => `${number} ${country}`),
  };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const lines = (...all: string[]) => Buffer.from(all.join('\r\n'));

test.each<[string, Buffer, string[]]>([
  [
    'Excel in Indonesia, with row numbers and the separator above the header',
    lines('sep=;', 'No;Nama;HP', '1;Budi;081211112222', '2;Sari;+62 0812-3333-4444', ''),
    ['6281211112222 Budi', '6281233334444 Sari'],
  ],
  [
    'LibreOffice, which quotes the line of the separator',
    lines('"sep=;"', '"Nama";"No. WA"', '"Budi";"081211112222"', ''),
    ['6281211112222 Budi'],
  ],
  [
    'Excel as "Unicode text"',
    utf16('Nama\tNo HP\r\nBudi Sánchez\t081211112222\r\nCitra 🌸\t+62 813-1111-2222\r\n'),
    ['6281211112222 Budi Sánchez', '6281311112222 Citra 🌸'],
  ],
  [
    'a program that writes UTF-16 with the high byte first',
    utf16('Nama;HP\r\nBudi;081211112222\r\n').swap16(),
    ['6281211112222 Budi'],
  ],
  ['Excel in its code page', latin1('Nama;HP\r\nJosé;081211112222\r\n'), ['6281211112222 José']],
  [
    'a script that wrote numbers as floats',
    lines(',id,nama,phone', '0,20240117,Budi,6281211112222.0', '1,20240118,Sari,6281233334444.0', ''),
    ['6281211112222 Budi', '6281233334444 Sari'],
  ],
  [
    'Excel with thousands separators',
    lines('Nama;Telepon', 'Budi;6.281.211.112.222,00', ''),
    ['6281211112222 Budi'],
  ],
  [
    'a program that keeps zeros with formulas',
    lines('Nama,Nomor', 'Budi,="081211112222"', "Sari,'081233334444", ''),
    ['6281211112222 Budi', '6281233334444 Sari'],
  ],
  [
    'numbers copied from WhatsApp Web',
    lines(
      'name,phone',
      'Budi,+62 812\u20111111\u20112222',
      'Sari,\u202a+62 812-3333-4444\u202c',
      'Eko,\u200b+62\u00a0811\u00a0222\u00a03333',
      '',
    ),
    ['6281211112222 Budi', '6281233334444 Sari', '628112223333 Eko'],
  ],
  [
    'a column of links, with dates and prices beside it',
    lines(
      'Tgl Lahir|Total|Pelanggan|WhatsApp',
      '17-08-1990|12.500.000|Budi|https://wa.me/6281211112222?text=Hai%202',
      '',
    ),
    ['6281211112222 Budi'],
  ],
  [
    'a school, whose numbers of pupils look like phone numbers',
    lines(
      'NIK,Nama Lengkap,No HP Orang Tua,Telepon Darurat',
      '3271046504930002,Budi,081211112222,',
      '3271046504930003,Sari,0812 3333 4444,02112345678',
      '',
    ),
    ['6281211112222 Budi', '6281233334444 Sari'],
  ],
  [
    'Google Contacts',
    lines(
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Birthday,' +
        'Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,' +
        'Phone 2 - Value',
      'Budi,,Santoso,,Bud,PT Kopi,1990-08-17,* myContacts ::: Reseller,* ,budi@example.com,' +
        'Work Fax,+62 21-555-0000,Mobile,+62 812-1111-2222',
      'Sari,,,,,,,* myContacts,,,Mobile,0812-3333-4444 ::: 0812-3333-5555,,',
      '',
    ),
    ['6281211112222 Budi Santoso budi@example.com Reseller', '6281233334444 Sari'],
  ],
  [
    'Google Contacts of earlier years',
    lines(
      'Name,Given Name,Family Name,Birthday,Group Membership,E-mail 1 - Type,E-mail 1 - Value,' +
        'Phone 1 - Type,Phone 1 - Value',
      'Budi Santoso,Budi,Santoso,1990-08-17,* myContacts ::: VIP,*,budi@example.com,Home,021-555-1234',
      '',
    ),
    ['62215551234 Budi Santoso budi@example.com VIP'],
  ],
  [
    'Outlook, with several numbers of a person',
    lines(
      "First Name,Last Name,Company,Assistant's Phone,Business Fax,Business Phone," +
        'Company Main Phone,Home Phone,Mobile Phone,Birthday,E-mail Address,Categories',
      'Budi,Santoso,PT Kopi,021-555-9999,021-555-8888,021-555-7777,021-555-6666,,' +
        '+62 812-1111-2222,17/08/1990,budi@example.com,VIP;Jakarta',
      'Sari,Dewi,,021-555-9999,,021-555-7778,021-555-6666,,,0/0/00,,',
      'Ani,,,021-555-9999,021-555-8888,,021-555-6666,,,0/0/00,,',
      '',
    ),
    ['6281211112222 Budi Santoso budi@example.com Jakarta,VIP', '62215557778 Sari Dewi'],
  ],
])('a file of %s is stored as it is meant', async (_name, file, expected) => {
  const { stored } = await imported(file);

  expect(stored).toEqual(expected);
});

test.each<[string, Buffer, string[]]>([
  [
    'an old phone (2.1)',
    lines(
      ...[
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=C3=A1nchez;=42=75=64=69;;;',
      ],
      ...['FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=42=75=64=69=20=', '=53=C3=A1nchez'],
      ...['TEL;HOME:021-555-1234', 'TEL;CELL;PREF:0812-1111-2222', 'TEL;WORK;FAX:021-555-0000'],
      ...['PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQ', ' AAAQABAAD/2wBDAAYEBQYFBAYG', '', 'END:VCARD'],
      ...[
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:;Jos=E9',
        'TEL;CELL:+62 0813 1111 2222',
        'END:VCARD',
        '',
      ],
    ),
    ['6281211112222 Budi Sánchez', '6281311112222 José'],
  ],
  [
    'WhatsApp and iPhones (3.0)',
    lines(
      ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Santoso;Budi;;;', 'FN:Budi Santoso\\, S.E.'],
      ...[
        'item1.TEL;type=WORK:+62 21 555 1234',
        'item2.TEL;type=CELL;type=VOICE;waid=6281211112222:+62 812-1111-2222',
      ],
      ...[
        'item2.X-ABLabel:Ponsel',
        'EMAIL;type=INTERNET:budi@exam',
        ' ple.com',
        'CATEGORIES:VIP,Jakarta',
        'END:VCARD',
      ],
      ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Tanpa Nomor', 'END:VCARD', ''],
    ),
    ['6281211112222 Budi Santoso, S.E. budi@example.com Jakarta,VIP'],
  ],
  [
    'new address books (4.0)',
    lines(
      ...[
        'BEGIN:VCARD',
        'VERSION:4.0',
        'ORG:PT Kopi;Gudang',
        'TEL;VALUE=uri;TYPE="voice,work":tel:+62-21-555-1234',
      ],
      ...['TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+62-812-1111-2222;ext=12', 'END:VCARD'],
    ),
    ['6281211112222 PT Kopi'],
  ],
])('the cards of %s are stored with the mobile number of each person', async (_name, file, expected) => {
  const { stored } = await imported(file);

  expect(stored).toEqual(expected);
});

const SUSPICIOUS = lines(
  'Nama,HP',
  'Budi,81322223333',
  'Sari,+62 812-3333-4444',
  'Aiko,+81 90-1234-5678',
  'Eko,6.28123E+12',
  '',
);

test('the file asks once about numbers without their 0, and shows what is stored', async () => {
  const asked = await imported(SUSPICIOUS);
  const refused = await imported(SUSPICIOUS, false);

  expect(asked.plan.locals).toHaveLength(1);
  expect([asked.shown, refused.shown]).toEqual([
    ['6281322223333 ID', '6281233334444 ID', '819012345678 JP'],
    ['81322223333 JP', '6281233334444 ID', '819012345678 JP'],
  ]);
  expect(asked.stored).toEqual(['6281322223333 Budi', '6281233334444 Sari', '819012345678 Aiko']);
  expect(asked.plan.bad).toMatchObject([{ line: 5, reason: 'changedPhone' }]);
});

test('a file whose only numbers are of machines and of papers has no column guessed', () => {
  const text = 'No;Nama;NIK;Fax;No Rekening\n1;Budi;3271046504930002;021-555-0000;1234567890\n';

  const { mapping } = guessMapping(readContacts(text));

  expect(mapping).toMatchObject({ phone: -1, name: 1, morePhones: [] });
});
