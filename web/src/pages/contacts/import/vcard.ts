import { digitsOf } from '../../../../../src/platform/lib/phone-text.ts';
import {
  type VcardField,
  type VcardPhone,
  vcardEmails,
  vcardFields,
  vcardName,
  vcardPhones,
  vcardText,
} from '../../../../../src/platform/lib/vcard.ts';
import { CsvProblem, MAX_ROWS, type Row, readCsv } from '../../../csv/csv.ts';

const NO_PERSON = ['FAX', 'PAGER', 'MODEM', 'BBS'];
const MOBILE = ['CELL', 'MOBILE', 'IPHONE'];
const PREFERRED = ['PREF', 'PREF=1'];

/** The rows of a file with contacts. Throws CsvProblem. */
export function readContacts(text: string): Row[] {
  const isVcard = /^\s*begin:vcard\s*$/im.test(text.slice(0, 1_000));
  return isVcard ? readVcards(text) : readCsv(text);
}

/** The cards as rows of a table with a header. Versions 2.1, 3.0 and 4.0. */
function readVcards(text: string): Row[] {
  const cards = cardsOf(vcardFields(text)).map((fields) => ({ fields, numbers: numbersOf(fields) }));
  if (cards.length === 0) throw new CsvProblem('noRows');
  if (cards.length > MAX_ROWS) throw new CsvProblem('tooManyRows');
  const width = Math.max(1, ...cards.map(({ numbers }) => numbers.length));
  const places = Array.from({ length: width }, (_, n) => n);
  const titles = places.map((n) => (n === 0 ? 'Phone' : `Phone ${n + 1}`));
  return [
    { line: 1, cells: ['Name', ...titles, 'E-mail', 'Categories'] },
    ...cards.map(({ fields, numbers }) => ({
      line: fields[0]?.line ?? 1,
      cells: [
        oneLine(vcardName(fields)),
        ...places.map((n) => numbers[n] ?? ''),
        vcardEmails(fields)[0] ?? '',
        categoriesOf(fields),
      ],
    })),
  ];
}

/** Each begins with its line BEGIN. */
function cardsOf(fields: readonly VcardField[]): VcardField[][] {
  const cards: VcardField[][] = [];
  for (const field of fields) {
    if (field.name === 'BEGIN') cards.push([field]);
    else cards.at(-1)?.push(field);
  }
  return cards;
}

/** Each once, the one that a person would write to first. */
function numbersOf(fields: readonly VcardField[]): string[] {
  const phones = vcardPhones(fields).filter(({ types }) => !NO_PERSON.some((type) => types.has(type)));
  const ranked = phones.toSorted((one, other) => rankOf(one) - rankOf(other));
  const written = ranked.map(({ phone, waid }) => (waid === null ? oneLine(phone) : `+${waid}`));
  return [...new Map(written.toReversed().map((number) => [digitsOf(number), number])).values()].toReversed();
}

function rankOf({ types, waid }: VcardPhone): number {
  const kind = MOBILE.some((type) => types.has(type)) ? 2 : 4;
  return (waid === null ? kind : 0) - (PREFERRED.some((type) => types.has(type)) ? 1 : 0);
}

function categoriesOf(fields: readonly VcardField[]): string {
  const value = fields.find(({ name }) => name === 'CATEGORIES')?.value ?? '';
  return oneLine(vcardText(value.replace(/(?<!\\),/g, ';')));
}

const oneLine = (text: string) => text.replace(/\n/g, ' ');
