import type { Currency, Language } from '../../languages/language.ts';
import { LANGUAGE_WORDS, meaningsIn, oneOf, valuesIn } from '../../languages/words.ts';

/** Decimal marks that a file shows. */
export type DecimalMarks = '' | ',' | '.' | ',.';

/** Of prices or stock. */
export type Figure =
  | { kind: 'empty' }
  /** Other words, which are shown as they are: `Hubungi kami`, `10.000 - 15.000`. */
  | { kind: 'text' }
  /** A number that can mean two amounts, or none. */
  | { kind: 'unclear' }
  | {
      kind: 'amount';
      /** Exact: `1250000`, `12.50`. */
      value: string;
      /** `Rp`, `$`, `SGD `. Null: the cell names none. */
      currency: string | null;
    };

const ZEROS = valuesIn(({ facts }) => facts.zeros);
const SYMBOLS = ['us$', 's$', 'a$', 'r$', '$', '€', '£', '¥'];
/** Of currencies that a cell names by a word. */
const SIGNS: Readonly<Record<Currency, string>> = {
  idr: 'Rp',
  usd: '$',
  sgd: 'SGD ',
  myr: 'RM',
  eur: '€',
  gbp: '£',
  brl: 'R$ ',
  peso: '$',
};
const CODES = [
  'idr',
  'usd',
  'sgd',
  'myr',
  'eur',
  'gbp',
  'aud',
  'brl',
  'mxn',
  'ars',
  'clp',
  'cop',
  'pen',
  'jpy',
  'cny',
  'thb',
  'php',
  'vnd',
  'inr',
];
const NAMES = meaningsIn(({ facts }) => facts.currencies);
const CURRENCY = [
  'rp\\.?',
  'rm',
  ...[...SYMBOLS].map((each) => each.replace('$', '\\$')),
  ...CODES,
  ...NAMES.keys(),
].join('|');
const AMOUNT = new RegExp(
  `^(?<before>${CURRENCY})?\\s*(?<sign>[-−]?)(?<number>\\d[\\d.,'’ ]*?)\\s*(?<times>${oneOf(ZEROS.keys())})?` +
    `\\s*(?:[.,]?\\s*(?:,-+|/-))?\\s*(?<after>${CURRENCY})?$`,
  'iu',
);
const GROUPS = /^\d{1,3}(?:[ '’]\d{3})+(?![ '’\d])/;
/** What forms say about the decimal mark. */
const WHOLE = /^\d+$/;
const BOTH = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)$/;
const SEVERAL_GROUPS = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
const FRACTION = /^(?:0[.,]\d+|\d+[.,](?:\d{1,2}|\d{4,}))$/;
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** `marks` of the column: `12,000` beside `1.250,50` can be 12 or 12,000. */
export function readFigure(cell: string, marks: DecimalMarks): Figure {
  const text = plainOf(cell);
  if (/^[-−–—]*$/u.test(text)) return { kind: 'empty' };
  const { before, sign, number, times = '', after } = AMOUNT.exec(text)?.groups ?? {};
  if (number === undefined) return { kind: 'text' };
  const currency = currencyOf(before ?? after);
  const plain = withoutBlanks(number);
  // Other currencies are written in their own way. Rupiah has no thousandths.
  const mark = plain === null ? 'unclear' : markIn(plain, currency === null ? marks : '');
  if (plain === null || mark === 'unclear') return { kind: 'unclear' };
  const value = decimalOf(plain, mark, ZEROS.get(times.toLowerCase()) ?? 0);
  return { kind: 'amount', value: sign === '' ? value : `-${value}`, currency };
}

/** Runs of blanks could be divided in many ways. */
const plainOf = (cell: string): string => cell.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Beyond doubt. */
export function marksIn(cells: Iterable<string>): DecimalMarks {
  let comma = false;
  let point = false;
  for (const cell of cells) {
    const { before, number, after } = AMOUNT.exec(plainOf(cell))?.groups ?? {};
    const isForeign = (currencyOf(before ?? after) ?? 'Rp') !== 'Rp';
    const shown = number === undefined || isForeign ? null : shownMark(withoutBlanks(number) ?? '');
    comma ||= shown === ',';
    point ||= shown === '.';
  }
  if (comma && point) return ',.';
  if (comma) return ',';
  return point ? '.' : '';
}

/** Thousands. Null: blanks in other places. */
function withoutBlanks(number: string): string | null {
  const trimmed = number.trim();
  if (!/[ '’]/.test(trimmed)) return trimmed;
  return GROUPS.test(trimmed) ? trimmed.replace(/[ '’]/g, '') : null;
}

/** Null: no fraction, or not certain. */
function shownMark(number: string): ',' | '.' | null {
  const last = number.includes(',') && number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.';
  if (BOTH.test(number) || FRACTION.test(number)) return last;
  if (SEVERAL_GROUPS.test(number)) return last === ',' ? '.' : ',';
  return null;
}

/** Null: no fraction. */
function markIn(number: string, marks: DecimalMarks): ',' | '.' | null | 'unclear' {
  if (WHOLE.test(number) || SEVERAL_GROUPS.test(number)) return null;
  if (ONE_GROUP.test(number)) return marks.includes(number.replace(/\d/g, '')) ? 'unclear' : null;
  return shownMark(number) ?? 'unclear';
}

function decimalOf(number: string, mark: ',' | '.' | null, zeros: number): string {
  const at = mark === null ? number.length : number.lastIndexOf(mark);
  const whole = number.slice(0, at).replace(/[.,]/g, '');
  const fraction = number.slice(at + 1).padEnd(zeros, '0');
  const digits = (whole + fraction.slice(0, zeros)).replace(/^0+(?=\d)/, '');
  return fraction.length > zeros ? `${digits}.${fraction.slice(zeros)}` : digits;
}

function currencyOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const name = written.toLowerCase();
  const named = NAMES.get(name);
  if (named !== undefined) return SIGNS[named];
  if (name.startsWith('rp')) return SIGNS.idr;
  if (name === 'rm') return SIGNS.myr;
  if (name === 'r$') return SIGNS.brl;
  return SYMBOLS.includes(name) ? written.toUpperCase() : currencySign(written.toUpperCase());
}

/** Of an ISO 4217 code. */
export function currencySign(code: string): string {
  if (code === 'IDR') return 'Rp';
  if (code === 'BRL') return SIGNS.brl;
  return code === 'MYR' ? 'RM' : `${code} `;
}

/** `Harga (Rp)`. ISO 4217. */
export function currencyIn(header: string): string | null {
  const words: string[] = header.toLowerCase().match(/\p{L}+|€/gu) ?? [];
  if (words.some((word) => word === 'rp' || word === 'rupiah')) return 'IDR';
  if (words.includes('rm')) return 'MYR';
  if (/r\$/i.test(header)) return 'BRL';
  if (words.includes('€')) return 'EUR';
  return words.find((word) => CODES.includes(word))?.toUpperCase() ?? null;
}

/** Rupiah without empty cents. */
export function writeAmount(value: string, language: Language, currency: string | null): string {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const [group, mark] = LANGUAGE_WORDS[language].tables.wording.marks;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const isEmpty = fraction === '' || (/^0*$/.test(fraction) && (currency === 'Rp' || currency === null));
  const sign = value.startsWith('-') ? '-' : '';
  return `${sign}${currency ?? ''}${grouped}${isEmpty ? '' : `${mark}${fraction}`}`;
}
