import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One promise of the contract: a row of a table, a rule or bullet of a list, or a single paragraph. */
export interface Clause {
  /** Its path in the document: `Endpoints > Messages > POST /v1/messages > Rules > 1`. */
  name: string;
  /** Its text in the document. */
  text: string;
}

const DOCUMENT = fileURLToPath(new URL('../../docs/api-contract.md', import.meta.url));
/** A paragraph without a heading is named after its first words. */
const WORDS_OF_A_NAME = 6;

/** The copy of the contract in the repository. */
export function readContract(): string {
  return readFileSync(DOCUMENT, 'utf8');
}

/**
 * Every clause of a document like the contract. Headings, bold beginnings (`**GET /v1/devices**`) and
 * paragraphs that introduce a list (`Rules:`) make the path of a clause. Names are unique.
 */
export function clausesOf(document: string): Clause[] {
  const clauses: Clause[] = [];
  let headings: string[] = [];
  let endpoint: string[] = [];
  let list: string[] = [];
  const place = (...last: string[]) => [...headings, ...endpoint, ...list, ...last].join(' > ');

  for (const block of blocksOf(document)) {
    const [first = ''] = block;
    const heading = /^(#+) (.*)$/.exec(first);
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      headings = [...headings.slice(0, Math.max(0, heading[1].length - 2)), heading[2]];
      if (heading[1].length === 1) headings = [];
      endpoint = [];
      list = [];
    } else if (first.startsWith('|')) {
      clauses.push(...rowsOf(block, place));
      list = [];
    } else if (isItem(first)) {
      clauses.push(...itemsOf(block, place));
      list = [];
    } else {
      const bold = /^\*\*(.+?)\*\*/.exec(first)?.[1];
      if (bold !== undefined) endpoint = [bold];
      list = [];
      if (first.endsWith(':')) list = [plain(first.slice(0, -1))];
      else clauses.push({ name: bold === undefined ? place(wordsOf(first)) : place(), text: plain(first) });
    }
  }
  return clauses;
}

/** Each table or list is a block. So is any other line with text, as the contract breaks no paragraph. */
function blocksOf(document: string): string[][] {
  const blocks: string[][] = [];
  let kind = '';
  for (const line of document.split('\n')) {
    const next = kindOf(line);
    if (next === kind && (next === 'table' || next === 'list')) blocks.at(-1)?.push(line);
    else if (next !== '') blocks.push([line]);
    kind = next;
  }
  return blocks;
}

function kindOf(line: string): string {
  if (line.trim() === '') return '';
  if (line.startsWith('#')) return 'heading';
  if (line.startsWith('|')) return 'table';
  return isItem(line) ? 'list' : 'text';
}

const isItem = (line: string) => /^\s*(-|\d+\.) /.test(line);

/** A row is named by its first cell, and by the next cells until no other row has the same name. */
function rowsOf([, , ...lines]: string[], place: (...last: string[]) => string): Clause[] {
  const rows = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(plain),
  );
  const nameOf = (row: string[], cells: number) => row.slice(0, cells).join(', ');
  return rows.map((row) => {
    let cells = 1;
    while (
      cells < row.length &&
      rows.some((other) => other !== row && nameOf(other, cells) === nameOf(row, cells))
    )
      cells += 1;
    return { name: place(nameOf(row, cells)), text: row.filter((cell) => cell !== '').join(' | ') };
  });
}

/** Rules and bullets are called by their number; what is indented belongs to the one above it (`2.1`). */
function itemsOf(lines: string[], place: (...last: string[]) => string): Clause[] {
  let number = 0;
  let inner = 0;
  return lines.map((line) => {
    const indented = /^\s/.test(line);
    if (indented) inner += 1;
    else [number, inner] = [number + 1, 0];
    const name = place(indented ? `${number}.${inner}` : `${number}`);
    return { name, text: plain(line.replace(/^\s*(-|\d+\.) /, '')) };
  });
}

function wordsOf(text: string): string {
  const words = plain(text).split(' ').slice(0, WORDS_OF_A_NAME).join(' ');
  return words.replace(/[.,:;]$/, '');
}

const plain = (text: string) =>
  text
    .replace(/\*\*|`/g, '')
    .replaceAll('\\|', '|')
    .trim();
