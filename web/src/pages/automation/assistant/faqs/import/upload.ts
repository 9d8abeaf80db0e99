import type { Schema } from '../../../../../api/schemas.ts';
import { type BadRow, csvOf, type Pair, pairsByLine, reasonOf } from './plan.ts';

type Report = Pick<
  Schema<'FaqImportReport'>,
  'added_faqs' | 'added_questions' | 'unchanged' | 'bad_rows' | 'problems'
>;

/** Rows of one call: the progress moves, and a training does not begin for each row. */
const BATCH = 500;

export interface Upload {
  done: number;
  addedFaqs: number;
  addedQuestions: number;
  unchanged: number;
  refused: readonly BadRow[];
}

export const NOTHING: Upload = { done: 0, addedFaqs: 0, addedQuestions: 0, unchanged: 0, refused: [] };

/** Imports a CSV text, or only checks it. Throws a Problem. */
export type Send = (csv: string, isCheck: boolean) => Promise<Report>;

/**
 * Sends the pairs from `start.done` on, one batch after the other. Stops before the next batch when `signal` aborts.
 * Throws a Problem that concerns all: what `onProgress` got last is where to continue.
 */
export async function upload(
  pairs: readonly Pair[],
  start: Upload,
  { signal, onProgress, send }: { signal: AbortSignal; onProgress: (now: Upload) => void; send: Send },
): Promise<Upload> {
  let now = start;
  while (now.done < pairs.length && !signal.aborted) {
    const batch = pairs.slice(now.done, now.done + BATCH);
    const report = await send(csvOf(batch), false);
    const refused = await refusedOf(batch, report, send);
    now = {
      done: now.done + batch.length,
      addedFaqs: now.addedFaqs + report.added_faqs,
      addedQuestions: now.addedQuestions + report.added_questions,
      unchanged: now.unchanged + report.unchanged,
      refused: [...now.refused, ...refused],
    };
    onProgress(now);
  }
  return now;
}

/** Every refused row. A report names the first ones alone, so the rows after them are checked again. */
async function refusedOf(batch: readonly Pair[], report: Report, send: Send): Promise<BadRow[]> {
  const named = namedOf(batch, report);
  const last = named.at(-1);
  if (last === undefined || report.bad_rows <= report.problems.length) return named;
  const rest = batch.slice(batch.findIndex(({ line }) => line === last.line) + 1);
  if (rest.length === 0) return named;
  return [...named, ...(await refusedOf(rest, await send(csvOf(rest), true), send))];
}

/** The refused rows that a report names, with their lines in the file of the user. */
export function namedOf(pairs: readonly Pair[], { problems }: Pick<Report, 'problems'>): BadRow[] {
  const byLine = pairsByLine(pairs);
  return problems.flatMap(({ line, problem }) => {
    const pair = byLine.get(line);
    return pair ? [{ ...pair, ...reasonOf(problem) }] : [];
  });
}
