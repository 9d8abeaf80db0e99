import { isShortened, phoneText } from '../../../../../src/platform/lib/phone-text.ts';
import type { Row } from '../../../csv/csv.ts';
import { fieldNameOf } from '../../../people/field-names.ts';

export const FIELDS = ['phone', 'name', 'surname', 'email', 'tags'] as const;
export type Field = (typeof FIELDS)[number];
/** The column of each field, from 0; -1: none. */
export interface Mapping extends Readonly<Record<Field, number>> {
  /** Columns with other numbers of the same person, for rows whose first number is empty. */
  morePhones: readonly number[];
  /** The columns that say what a number is, by the column of the number: in exports of Google Contacts. */
  labels: Readonly<Record<number, number>>;
  /** The columns of own fields, by the names of the fields. */
  own: Readonly<Record<string, number>>;
}

interface Column {
  n: number;
  title: string;
  /** Cells of the sample. */
  filled: number;
  phones: number;
  emails: number;
}

/** Rows that show what a column has. */
const SAMPLE = 1_000;
const [MIN_DIGITS, MAX_DIGITS] = [8, 15];
/** Of a number with its blanks and dashes: the gateway refuses to check longer texts. */
const MAX_PHONE = 255;
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DATE = /^\d{4}([./-])\d{1,2}\1\d{1,2}$|^\d{1,2}([./-])\d{1,2}\2\d{4}$/;
/** Between the numbers of one cell. */
const BETWEEN_NUMBERS = /\s*(?::::|[;,|\n&]|\s\/\s|\b(?:atau|dan|or|and)\b)\s*/;

const words = (...texts: string[]) => new RegExp(texts.join('|'), 'i');

/** Numbers of others, or of machines. */
const NO_PERSON = /assist|asisten|fax|faks|pager|telex|isdn|tty|radio|callback|company|perusahaan/i;
const OTHER_PERSON = /emergency|darurat|spouse|parent|orang ?tua|ortu|wali/i;
const MOBILE =
  /whats?\s?app|\bwa\b|mobile|cell|\bhp\b|hand\s?phone|\bhape\b|seluler|ponsel|celular|m[oó]vil/i;
const NO_PHONE = words(
  /\b(?:nik|ktp|npwp|cpf|cnpj|dni|rut|cep|id|sku|resi|pos|zip|tgl|rek)\b/.source,
  'rekening|account',
  'order|pesanan|pedido|invoice|c[oó]digo|fecha|nascimento|valor|pre[cç]',
  'faktur|kode|code|date|tanggal|lahir|birth|postal|price|harga|total|amount|jumlah',
);
const PHONE = /phone|telepon|telp|\btel\b|tel[eé]fono|fone|nomor|nomer|number|n[uú]mero|kontak|contact/i;

const FULL_NAME = words(
  /^(?:(?:full|display|whatsapp|contact|customer)\s?name|name|nama(?: lengkap| pelanggan| kontak)?)$/.source,
  /^(?:nome completo|nombre(?: completo| y apellidos?))$/.source,
);
const FIRST_NAME = /^(?:first|given)[ _-]?name|^nama depan|^(?:primeiro )?nome$|^(?:primer )?nombre$/i;
const LAST_NAME = /^(?:last|family)[ _-]?name|^surname|^nama belakang|^sobrenome|^apellidos?/i;
const ANY_NAME = /name|nama|pelanggan|customer|nome|nombre|client/i;
const NO_NAME = words(
  'phonetic|yomi|nick|file|organi[sz]ation|company|perusahaan|user|prefix|suffix|middle|additional',
  'maiden|prod',
  /\b(?:no|nomor|number|id)\b/.source,
);
const TAGS = /\btags?\b|etiqueta|^labels?$|gr(?:o)?up|kategori|kelompok|categor|segmen/i;

/** The columns by their cells; by the words of the first row where cells say too little. */
export function guessMapping(
  rows: readonly Row[],
  ownFields: readonly string[] = [],
): { mapping: Mapping; hasHeader: boolean } {
  const first = (rows[0]?.cells ?? []).map((cell) => cell.trim());
  const hasHeader = !first.some(isPhone);
  const columns = columnsOf(rows, hasHeader ? first : []);
  const taken = new Set<number>();
  const take = (column: Column | undefined): number => {
    if (column) taken.add(column.n);
    return column?.n ?? -1;
  };
  const titled = (is: RegExp, isNot?: RegExp) => {
    const fits = ({ n, title }: Column) => !taken.has(n) && is.test(title) && !isNot?.test(title);
    const free = columns.filter(fits);
    return free.find(({ filled }) => filled > 0) ?? free[0];
  };
  const own = ownFields.map(
    (name) => [name, take(columns.find((column) => isTitled(column, name)))] as const,
  );
  const email = take(
    columns.find((column) => !taken.has(column.n) && mostly('emails')(column)) ?? titled(/mail|surel/i),
  );
  const phones = phonesOf(columns.filter(({ n }) => !taken.has(n)));
  for (const each of phones) take(each);
  const [name, surname] = namesOf(titled).map(take);
  const phone = phones[0] ?? titled(MOBILE) ?? titled(PHONE);
  return {
    mapping: {
      phone: take(phone),
      morePhones: phones.slice(1).flatMap(({ n, title }) => (rankOf(title) > 1 ? n : [])),
      name: name ?? -1,
      surname: surname ?? -1,
      email,
      tags: take(titled(TAGS)),
      labels: labelsOf(columns),
      own: Object.fromEntries(own),
    },
    hasHeader,
  };
}

/** The cell with the number of the person, before other numbers of the row; a labelled fax is none. */
export function phoneCellOf({ phone, morePhones, labels }: Mapping, at: (column: number) => string): string {
  const cells = [phone, ...morePhones].map((n) => ({ text: at(n), rank: rankOf(at(labels[n] ?? -1)) }));
  const numbers = cells.filter(({ text, rank }) => text !== '' && rank > 0);
  return numbers.toSorted((one, other) => other.rank - one.rank)[0]?.text ?? '';
}

/** The number of a cell, as it is sent. The first one of several. */
export function phoneIn(cell: string): string {
  const parts = cell.split(BETWEEN_NUMBERS).filter((part) => part !== '');
  const [first = ''] = parts;
  const number = parts.length > 1 && parts.every(isPhone) ? first : cell;
  return phoneText(number).trim() || number;
}

export function isPhone(cell: string): boolean {
  const text = phoneText(cell).trim();
  const count = text.replace(/\D/g, '').length;
  // Letters, addresses and dates have digits too.
  const isSpelled = /^[\d\s+()./-]+$/.test(text) && !DATE.test(text) && cell.length <= MAX_PHONE;
  return isSpelled && count >= MIN_DIGITS && count <= MAX_DIGITS + 2;
}

/** Whether the column has the name of the field, however it is written. */
const isTitled = ({ title }: Column, name: string) => fieldNameOf(title) === name;

function columnsOf(rows: readonly Row[], titles: readonly string[]): Column[] {
  const sample = (titles.length > 0 ? rows.slice(1) : rows).slice(0, SAMPLE);
  const width = Math.max(titles.length, ...sample.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, n) => {
    const filled = sample.map(({ cells }) => (cells[n] ?? '').trim()).filter((cell) => cell !== '');
    return {
      n,
      title: titles[n] ?? '',
      filled: filled.length,
      phones: filled.filter((cell) => isShortened(cell) || isPhone(phoneIn(cell))).length,
      emails: filled.filter((cell) => EMAIL.test(cell)).length,
    };
  });
}

const mostly =
  (kind: 'phones' | 'emails') =>
  (column: Column): boolean =>
    column[kind] > 0 && column[kind] * 2 >= column.filled;

/** Those that have numbers of people, the most probable first. */
function phonesOf(columns: readonly Column[]): Column[] {
  return columns
    .filter(mostly('phones'))
    .filter(({ title }) => rankOf(title) > 0)
    .sort((one, other) => rankOf(other.title) - rankOf(one.title) || other.phones - one.phones);
}

function labelsOf(columns: readonly Column[]): Record<number, number> {
  const pairs = columns.flatMap(({ n, title }) => {
    const isLabelled = /^phone \d+ - (?:label|type)$/i.test(columns[n - 1]?.title ?? '');
    return isLabelled && /^phone \d+ - value$/i.test(title) ? [[n, n - 1] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** How probably a number with this title is the mobile number of the person; 0: not at all. */
function rankOf(title: string): number {
  if (NO_PERSON.test(title)) return 0;
  if (OTHER_PERSON.test(title)) return 1;
  if (MOBILE.test(title)) return 3;
  if (NO_PHONE.test(title)) return 0;
  return PHONE.test(title) ? 2 : 1;
}

/** The full name, or first and last name. */
function namesOf(titled: (is: RegExp, isNot?: RegExp) => Column | undefined): (Column | undefined)[] {
  const full = titled(FULL_NAME);
  if (full && full.filled > 0) return [full, undefined];
  const [first, last] = [titled(FIRST_NAME), titled(LAST_NAME)];
  return first || last ? [first ?? last, first && last] : [full ?? titled(ANY_NAME, NO_NAME), undefined];
}
