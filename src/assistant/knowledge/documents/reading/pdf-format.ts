import { getDocumentProxy } from 'unpdf';
import { ReadingFailed, type Tell } from './reading.ts';
import type { SectionWriter } from './section-writer.ts';

const MAX_PAGES = 3_000;
/** A line this much higher than most text of its page is a heading. */
const HEADING_FACTOR = 1.15;
const MAX_HEADING = 120;

interface Line {
  text: string;
  height: number;
}

/** A page that cannot be read is reported. */
export async function readPdf(bytes: Buffer, writer: SectionWriter, tell: Tell): Promise<void> {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) throw new ReadingFailed('too_complex');
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  if (title !== '') tell({ kind: 'title', title });
  for (let number = 1; number <= pdf.numPages && !writer.isFull; number += 1) {
    const lines = await linesOf(pdf, number).catch(() => []);
    if (lines.length === 0) tell({ kind: 'unreadable', page: number });
    writer.page(number);
    write(lines, writer);
    tell({ kind: 'page', page: number, of: pdf.numPages });
  }
  writer.flush();
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Buffer): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, verbosity: 0 });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new ReadingFailed(isLocked ? 'password' : 'broken', { cause: error });
  }
}

async function linesOf(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  const lines: Line[] = [];
  let line: Line = { text: '', height: 0 };
  let y: number | null = null;
  const end = () => {
    if (line.text.trim() !== '') lines.push(line);
    line = { text: '', height: 0 };
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const at: unknown = item.transform[5];
    // Another height is another line.
    if (typeof at === 'number' && item.str.trim() !== '') {
      if (y !== null && Math.abs(at - y) > Math.max(2, item.height / 2)) end();
      y = at;
    }
    line.text += item.str;
    line.height = Math.max(line.height, item.str.trim() === '' ? 0 : item.height);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function write(lines: readonly Line[], writer: SectionWriter): void {
  const usual = usualHeight(lines);
  for (const { text, height } of lines) {
    const isHeading =
      height > usual * HEADING_FACTOR && text.trim().length <= MAX_HEADING && /\p{L}/u.test(text);
    if (isHeading) writer.heading(1, text);
    else writer.line(text);
  }
}

/** Of most characters. */
function usualHeight(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { text, height } of lines) {
    const rounded = Math.round(height * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}
