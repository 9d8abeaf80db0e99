import { digitsOf } from '../../../../../src/lib/phone-text.ts';
import { CsvProblem, MAX_ROWS, type Row, readCsv } from '../../../csv/csv.ts';

interface Line {
  at: number;
  text: string;
}

interface Property {
  name: string;
  /** In upper case: TYPE=CELL, or CELL alone in version 2.1. */
  types: ReadonlySet<string>;
  waid: string | undefined;
  value: string;
}

interface Card {
  at: number;
  names: { full: string; parts: string; company: string };
  phones: { number: string; rank: number }[];
  email: string;
  categories: string;
}

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^:;"]|"[^"]*")*)*):(.*)$/s;
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
  const cards = cardsOf(linesOf(text));
  if (cards.length === 0) throw new CsvProblem('noRows');
  if (cards.length > MAX_ROWS) throw new CsvProblem('tooManyRows');
  const width = Math.max(1, ...cards.map(({ phones }) => phones.length));
  const places = Array.from({ length: width }, (_, n) => n);
  const titles = places.map((n) => (n === 0 ? 'Phone' : `Phone ${n + 1}`));
  return [
    { line: 1, cells: ['Name', ...titles, 'E-mail', 'Categories'] },
    ...cards.map(({ at, names, phones, email, categories }) => ({
      line: at,
      cells: [
        names.full || names.parts || names.company,
        ...places.map((n) => phones[n]?.number ?? ''),
        ...[email, categories],
      ],
    })),
  ];
}

/** Each with its continuations. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const [n, part] of text.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(part)) last.text += part.slice(1);
    else if (last && isQuoted(last.text) && last.text.endsWith('='))
      last.text = last.text.slice(0, -1) + part;
    else lines.push({ at: n + 1, text: part });
  }
  return lines;
}

/** One pattern for all of it would take quadratic time for a line without a colon. */
const isQuoted = (line: string) => /quoted-printable/i.test(line.slice(0, Math.max(0, line.indexOf(':'))));

function cardsOf(lines: readonly Line[]): Card[] {
  const cards: Card[] = [];
  for (const { at, text } of lines) {
    const property = propertyOf(text);
    if (property?.name === 'BEGIN') {
      cards.push({
        ...{ at, names: { full: '', parts: '', company: '' } },
        ...{ phones: [], email: '', categories: '' },
      });
    } else if (property) addTo(cards.at(-1), property);
  }
  for (const { phones } of cards) phones.sort((one, other) => one.rank - other.rank);
  return cards;
}

function addTo(card: Card | undefined, property: Property): void {
  if (!card) return;
  const { name, value } = property;
  if (name === 'FN') card.names.full ||= plain(value);
  if (name === 'N') card.names.parts ||= nameOf(value);
  if (name === 'ORG') card.names.company ||= plain(partsOf(value)[0] ?? '');
  if (name === 'EMAIL') card.email ||= plain(value.replace(/^mailto:/i, ''));
  if (name === 'CATEGORIES') card.categories ||= plain(value.replace(/(?<!\\),/g, ';'));
  if (name === 'TEL') addPhone(card, property);
}

function addPhone({ phones }: Card, { types, waid, value }: Property): void {
  const number = waid === undefined ? plain(value).replace(/^tel:/i, '') : `+${waid}`;
  if (NO_PERSON.some((type) => types.has(type))) return;
  if (number === '' || phones.some((known) => digitsOf(known.number) === digitsOf(number))) return;
  const isPreferred = PREFERRED.some((type) => types.has(type));
  const kind = MOBILE.some((type) => types.has(type)) ? 2 : 4;
  phones.push({ number, rank: (waid === undefined ? kind : 0) - (isPreferred ? 1 : 0) });
}

function propertyOf(line: string): Property | null {
  const [, name, written = '', value = ''] = PROPERTY.exec(line) ?? [];
  if (name === undefined) return null;
  const parameters = written.replaceAll('"', '').split(';').slice(1);
  const find = (key: RegExp) => parameters.flatMap((each) => key.exec(each)?.[1] ?? [])[0];
  const isEncoded = parameters.some((each) => /^(?:encoding=)?quoted-printable$/i.test(each));
  return {
    name: name.toUpperCase(),
    types: new Set(
      parameters.flatMap((each) =>
        each
          .toUpperCase()
          .replace(/^TYPE=/, '')
          .split(','),
      ),
    ),
    waid: find(/^waid=(\d+)$/i),
    value: isEncoded ? decode(value, find(/^charset=(.+)$/i)) : value,
  };
}

/** Quoted-printable. */
function decode(value: string, charset = 'utf-8'): string {
  const bytes = Array.from(value.matchAll(/=([0-9a-f]{2})|([^=]+|=)/gi), ([, hex, text = '']) =>
    hex === undefined ? [...new TextEncoder().encode(text)] : [Number.parseInt(hex, 16)],
  );
  return decoderOf(charset).decode(new Uint8Array(bytes.flat()));
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const partsOf = (value: string) => value.split(/(?<!\\);/);

/** Family, given and further names, prefix and suffix. */
function nameOf(value: string): string {
  const [family = '', given = '', further = ''] = partsOf(value).map(plain);
  return [given, further, family].filter((part) => part !== '').join(' ');
}

const plain = (value: string) =>
  value
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;:\\])/g, '$1')
    .trim();
