import type { ApiDocument } from './document.ts';
import type { Request } from './request.ts';
import type { Answer, NoAnswer } from './wire.ts';

const SLOWEST = 5;
const STRAY = '(no operation)';

interface Row {
  requests: number;
  granted: number;
  /** Valid requests from an account with all rights. */
  good: number;
  goodGranted: number;
  statuses: Map<string, number>;
}

/** Counts of all requests and answers. */
export interface Tally {
  requests: number;
  rows: ReadonlyMap<string, Row>;
  statuses: Map<string, number>;
  slowest: { ms: number; request: string; status: number }[];
  /** Field errors in answers to valid requests: the document allows more than the API. */
  surprises: Map<string, number>;
  count(request: Request, answer: Answer | NoAnswer, body: unknown): void;
}

export function emptyTally(document: ApiDocument): Tally {
  const names = [...document.operations.map(({ name }) => name), STRAY];
  const rows = new Map(
    names.map((name): [string, Row] => [
      name,
      { requests: 0, granted: 0, good: 0, goodGranted: 0, statuses: new Map() },
    ]),
  );
  const tally: Tally = {
    requests: 0,
    rows,
    statuses: new Map(),
    slowest: [],
    surprises: new Map(),
    count(request, answer, body) {
      const status = typeof answer === 'string' ? answer : String(answer.status);
      const isGranted = /^2/.test(status);
      const row = rows.get(request.operation?.name ?? STRAY);
      tally.requests += 1;
      add(tally.statuses, status);
      if (row) {
        row.requests += 1;
        add(row.statuses, status);
        if (isGranted) row.granted += 1;
        if (request.flavour === 'valid' && request.key === 'full') {
          row.good += 1;
          if (isGranted) row.goodGranted += 1;
          for (const complaint of fieldErrors(body))
            add(tally.surprises, `${request.operation?.name}: ${complaint}`);
        }
      }
      if (typeof answer === 'object') rank(tally, request, answer);
    },
  };
  return tally;
}

function rank(tally: Tally, request: Request, { ms, status }: Answer): void {
  const least = tally.slowest.at(-1);
  if (tally.slowest.length >= SLOWEST && least && least.ms >= ms) return;
  const name = request.operation?.name ?? `${request.method} ${request.target.slice(0, 40)}`;
  tally.slowest = [...tally.slowest, { ms, status, request: `${name} (${request.flavour})` }]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function fieldErrors(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return [];
  return Object.entries(body.errors ?? {}).map(([field, texts]) => `${field.replace(/\d+/g, 'n')} ${texts}`);
}
