import { SEPARATOR_LINE } from '../../../src/platform/lib/csv-line.ts';

/** One record of a file with the line where it begins, counted from 1. */
export interface Row {
  line: number;
  cells: readonly string[];
}

const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 50_000;
/** Some programs fill each line with empty cells, which are not kept. */
const MAX_COLUMNS = 256;

export class CsvProblem extends Error {
  override name = 'CsvProblem';
  readonly code: 'tooLarge' | 'tooManyRows' | 'notText' | 'openQuote' | 'noRows';
  /** Where it is in the file. */
  readonly line: number;

  constructor(code: CsvProblem['code'], line = 0) {
    super(code);
    this.code = code;
    this.line = line;
  }
}

/** The text of a file: UTF-8, the UTF-16 or the code page that Excel writes. Throws CsvProblem. */
export function textOf(bytes: ArrayBuffer): string {
  if (bytes.byteLength > MAX_BYTES) throw new CsvProblem('tooLarge');
  const text = decode(bytes);
  if (text.includes('\0')) throw new CsvProblem('notText');
  return text;
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The rows of a CSV file that have a cell with text. The first line with a separator says which. Throws CsvProblem. */
export function readCsv(text: string): Row[] {
  const [said, , named] = SEPARATOR_LINE.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  const rows: Row[] = [];
  let [at, line] = [said?.length ?? (text.startsWith('\ufeff') ? 1 : 0), 1];
  while (at < text.length) {
    const record = readRecord(text, at, separator, line);
    if (record.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: record.cells });
    if (rows.length > MAX_ROWS + 1) throw new CsvProblem('tooManyRows');
    line += record.lines;
    at = record.end;
  }
  if (rows.length === 0) throw new CsvProblem('noRows');
  return rows;
}

/** The commonest separator of the first line that has one outside of quotes. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/);
  const first = lines.find((line) => /[,;\t|]/.test(line)) ?? '';
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

interface ReadRecord {
  cells: string[];
  /** Of the next record. */
  end: number;
  /** Lines of the file that the record takes. */
  lines: number;
}

function readRecord(text: string, start: number, separator: string, line: number): ReadRecord {
  const cells: string[] = [];
  let [at, lines] = [start, 1];
  for (;;) {
    const isQuoted = text[at] === '"';
    const { cell, end } = isQuoted ? readQuoted(text, at, line) : readPlain(text, at, separator);
    if (cells.length < MAX_COLUMNS) cells.push(cell);
    else if (cell.trim() !== '') throw new CsvProblem('notText', line);
    if (isQuoted) lines += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    // What follows a closing quote up to the separator is no part of the format.
    at = isQuoted ? readPlain(text, end, separator).end : end;
    if (text[at] !== separator) break;
    at += 1;
  }
  if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
  return { cells, end: at + 1, lines };
}

function readPlain(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(start, end), end };
}

function readQuoted(text: string, start: number, line: number): { cell: string; end: number } {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new CsvProblem('openQuote', line);
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    return { cell: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
  }
}
