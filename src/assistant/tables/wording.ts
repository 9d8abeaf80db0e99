import { currencySign, readFigure, writeAmount } from '../knowledge/tables/amounts.ts';
import { cellsOf, productOf } from '../knowledge/tables/product.ts';
import type { StoredRow, TableRecord } from '../knowledge/tables/products.ts';
import { LANGUAGES, type Language } from '../languages/language.ts';
import { fillIn, LANGUAGE_WORDS, patternIn } from '../languages/words.ts';

const wordingOf = (language: Language) => LANGUAGE_WORDS[language].tables.wording;
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** To buy. */
const TRADE: ReadonlySet<string | undefined> = new Set(['price', 'stock']);

const NONE = new RegExp(`^${patternIn(({ tables }) => tables.none)}\\b|^0+(?![\\d.,])`, 'i');

/** Each number of it is in its row. */
export interface RowText {
  table: TableRecord;
  row: StoredRow;
}

/** Null: an asked cell is empty. */
export function oneProduct(
  { table, row }: RowText,
  asked: readonly number[],
  language: Language,
): string | null {
  const product = productOf(table.columns, row.cells);
  const sentences = asked.map((at) => sentence({ table, row }, at, product, language));
  if (sentences.includes(null)) return null;
  const asksStock = asked.some((at) => table.columns[at]?.role === 'stock');
  const isGone =
    !asksStock && asked.some((at) => table.columns[at]?.role === 'price') && isSoldOut(table, row);
  return [...sentences, ...(isGone ? [fillIn(wordingOf(language).isSoldOut, { product })] : [])].join('\n');
}

function sentence({ table, row }: RowText, at: number, product: string, language: Language): string | null {
  const wording = wordingOf(language);
  const value = cellText(table, row, at, language);
  if (value === null) return null;
  if (table.columns[at]?.role === 'stock') {
    if (isSoldOut(table, row)) return fillIn(wording.isSoldOut, { product });
    const figure = readFigure(row.cells[at] ?? '', table.decimal_marks);
    if (figure.kind === 'amount') return fillIn(wording.isInStock, { product, amount: value });
  }
  return ended(fillIn(wording.says, { label: labelOf(table, at, language), product, value }));
}

/** A line for each product. Null: all asked cells are empty. */
export function someProducts(
  rows: readonly RowText[],
  asked: (row: RowText) => readonly number[],
  { more, language }: { more: number; language: Language },
): string | null {
  const wording = wordingOf(language);
  const [first] = rows;
  if (!first) return null;
  let isEmpty = true;
  const lines = rows.map((each) => {
    const values = asked(each).map((at) => cellText(each.table, each.row, at, language));
    if (values.some((value) => value !== null)) isEmpty = false;
    const isTrade = asked(each).some((at) => TRADE.has(each.table.columns[at]?.role));
    const gone = isTrade && isSoldOut(each.table, each.row) ? [wording.soldOut] : [];
    const shown = asked(each).flatMap((at, n) => {
      if (each.table.columns[at]?.role === 'stock' && gone.length > 0) return [];
      return [values[n] ?? wording.unknown];
    });
    return `- ${nameAmong(each, rows)}: ${[...shown, ...gone].join(', ')}`;
  });
  if (isEmpty) return null;
  const labels = asked(first).map((at) => labelOf(first.table, at, language));
  const rest = more > 0 ? [fillIn(wording.more, { count: writeAmount(String(more), language, null) })] : [];
  return [`${labels.join(', ')}:`, ...lines, ...rest].join('\n');
}

/** With its table, where another one has such a product. */
function nameAmong({ table, row }: RowText, rows: readonly RowText[]): string {
  const name = productOf(table.columns, row.cells);
  const isSame = (other: RowText) => productOf(other.table.columns, other.row.cells) === name;
  return rows.some((other) => other.table.id !== table.id && isSame(other))
    ? `${name} (${table.name})`
    : name;
}

/** In the language of the customer. Other columns keep their names. */
function labelOf({ columns }: TableRecord, at: number, language: Language): string {
  const { name = '', role } = columns[at] ?? {};
  if (role !== 'price' && role !== 'stock' && role !== 'unit') return name;
  const words = columns.filter((each) => each.role === role).map((each) => each.name.split(/\s+/).length);
  return name.split(/\s+/).length > Math.min(...words) ? name : wordingOf(language)[role];
}

/** Null: empty. */
function cellText(table: TableRecord, { cells }: StoredRow, at: number, language: Language): string | null {
  const cell = cells[at] ?? '';
  const role = table.columns[at]?.role;
  if (role !== 'price' && role !== 'stock') return cell === '' ? null : cell;
  const figure = readFigure(cell, table.decimal_marks);
  if (figure.kind === 'empty') return null;
  if (figure.kind !== 'amount') return cell;
  const [unit = ''] = cellsOf(table.columns, cells, 'unit');
  if (role === 'stock') return [writeAmount(figure.value, language, null), unit].filter(Boolean).join(' ');
  const sign = figure.currency ?? (table.currency && currencySign(table.currency));
  const per = unit === '' ? '' : ` per ${unit.replace(/^(?:per\s+|\/\s*)/i, '')}`;
  return `${writeAmount(figure.value, language, sign)}${per}`;
}

function isSoldOut(table: TableRecord, { cells }: StoredRow): boolean {
  const [stock] = cellsOf(table.columns, cells, 'stock');
  if (stock === undefined) return false;
  const figure = readFigure(stock, table.decimal_marks);
  if (figure.kind === 'amount') return figure.value.startsWith('-') || /^[0.]+$/.test(figure.value);
  return figure.kind === 'text' && NONE.test(stock.trim());
}

/** For a language model. */
export function wholeRow({ table, row }: RowText): string {
  const parts = table.columns.flatMap(({ name, role }, at) => {
    if (role === 'hidden') return [];
    const value = role === 'price' ? cellText(table, row, at, LANGUAGES[0]) : (row.cells[at] ?? '');
    return value ? [`${name}: ${value}`] : [];
  });
  return parts.join('\n');
}
