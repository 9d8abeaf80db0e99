import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { MEBIBYTE } from '../../../../platform/lib/bytes.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { ReadFormat } from './format.ts';
import { residentBytes } from './memory.ts';
import {
  NO_PAGE_LINKS,
  type PageLinks,
  type Passage,
  type ReadingLine,
  type ReadingProblem,
} from './reading.ts';

const CHILD = fileURLToPath(new URL('./parse-child.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const WATCH_MS = 100;

export interface ReaderLimits {
  timeMs: number;
  /** Resident. */
  memoryBytes: number;
  /** Of its heap. */
  heapMebibytes: number;
  /** JSON escapes the text of a document. */
  outputBytes: number;
  /** Without network and data folder: see isolation.ts. Default: none. */
  isolation?: readonly string[];
}

export const READER_LIMITS: ReaderLimits = {
  timeMs: 60 * SECOND,
  memoryBytes: 512 * MEBIBYTE,
  heapMebibytes: 256,
  outputBytes: 16 * MEBIBYTE,
};

export interface Reading {
  passages: Passage[];
  /** Of a PDF: the last with a part of a passage. */
  lastPage: number;
  title: string | null;
  /** Of a PDF. */
  pages: number | null;
  unreadablePages: number[];
  pictures: number;
  /** Longer than a document may be. */
  isCut: boolean;
  /** Of HTML, and of a sitemap. */
  links: PageLinks;
  /** What ended the reading. With passages: they are a part. */
  problem: ReadingProblem | null;
}

/**
 * In a child process without environment and write access, which is killed at the limits of time, memory and output.
 * Earlier passages are kept.
 */
export async function readDocument(
  file: string,
  format: ReadFormat,
  options: { signal: AbortSignal; limits?: ReaderLimits; onPage?(page: number, of: number): void },
): Promise<Reading> {
  const { signal, limits = READER_LIMITS } = options;
  const child = spawnReader([CHILD, format], limits);
  const watch = watchMemory(child, limits.memoryBytes);
  const deadline = setTimeout(() => child.kill('SIGKILL'), limits.timeMs);
  const abort = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const reading = collect(child, limits, options.onPage);
    // A child that ends early closes its input.
    if (child.stdin) await pipeline(createReadStream(file), child.stdin).catch(() => {});
    return await reading;
  } finally {
    clearTimeout(deadline);
    watch();
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

/** Node may read the sources and packages, and writes and starts nothing. */
export function spawnReader(
  script: readonly string[],
  { heapMebibytes, isolation = [] }: ReaderLimits,
): ChildProcess {
  const readable = ['src/*', 'node_modules/*', 'package.json'];
  const flags = [
    `--max-old-space-size=${heapMebibytes}`,
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${ROOT}${place}`),
    '--disable-warning=ExperimentalWarning',
  ];
  const [program = process.execPath, ...args] = [...isolation, process.execPath, ...flags, ...script];
  return spawn(program, args, {
    // No secrets.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Zip and PDF unpack outside the heap. */
function watchMemory(child: ChildProcess, limit: number): () => void {
  const timer = setInterval(async () => {
    const bytes = child.pid === undefined ? null : await residentBytes(child.pid);
    if (bytes !== null && bytes > limit) child.kill('SIGKILL');
  }, WATCH_MS);
  return () => clearInterval(timer);
}

async function collect(
  child: ChildProcess,
  { outputBytes }: ReaderLimits,
  onPage?: (page: number, of: number) => void,
): Promise<Reading> {
  const reading: Reading = {
    passages: [],
    lastPage: 0,
    title: null,
    pages: null,
    unreadablePages: [],
    pictures: 0,
    isCut: false,
    links: NO_PAGE_LINKS,
    // Until the child says that it has ended.
    problem: 'too_complex',
  };
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  let bytes = 0;
  let rest = '';
  child.stdout?.setEncoding('utf8');
  child.stdout?.on('data', (chunk: string) => {
    bytes += chunk.length;
    if (bytes > outputBytes) return void child.kill('SIGKILL');
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (!lines.every((line) => takeLine(reading, line, onPage))) child.kill('SIGKILL');
  });
  await ended;
  if (reading.problem !== null && reading.pages !== null) noteUnreadPages(reading);
  return reading;
}

/** False for a line that is no JSON: a parser of others may print too. */
function takeLine(reading: Reading, line: string, onPage?: (page: number, of: number) => void): boolean {
  try {
    // The child writes this shape.
    take(reading, JSON.parse(line) as ReadingLine, onPage);
    return true;
  } catch {
    return false;
  }
}

function take(reading: Reading, line: ReadingLine, onPage?: (page: number, of: number) => void): void {
  switch (line.kind) {
    case 'passage':
      reading.passages.push(line.passage);
      reading.lastPage = line.last_page ?? 0;
      return;
    case 'page':
      reading.pages = line.of;
      onPage?.(line.page, line.of);
      return;
    case 'unreadable':
      reading.unreadablePages.push(line.page);
      return;
    case 'title':
      reading.title = line.title;
      return;
    case 'pictures':
      reading.pictures = line.count;
      return;
    case 'links':
      reading.links = line.links;
      return;
    case 'cut':
      reading.isCut = true;
      return;
    case 'end':
      reading.problem = null;
      return;
    case 'failed':
      reading.problem = line.problem;
      return;
    default:
      line satisfies never;
  }
}

/** The text of an unfinished passage is lost. */
function noteUnreadPages(reading: Reading): void {
  reading.unreadablePages = reading.unreadablePages.filter((page) => page <= reading.lastPage);
  for (let page = reading.lastPage + 1; page <= (reading.pages ?? 0); page += 1)
    reading.unreadablePages.push(page);
}
