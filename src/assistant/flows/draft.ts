import { z } from 'zod';
import { isRecord } from './definition/edges.ts';

/** Bytes of a definition as JSON. */
export const MAX_DEFINITION = 256 * 1024;
/** Prevents a stack overflow here and in PostgreSQL. */
const MAX_LEVELS = 30;

/** A definition that can be unfinished. Only what cannot be kept is refused; publishing checks the rest. */
export const Draft = z.record(z.string(), z.unknown()).superRefine((draft, check) => {
  const refuse = (message: string) => check.addIssue({ code: 'custom', message });
  const problem = storageProblem(draft, 0);
  if (problem !== null) return refuse(problem);
  if (Buffer.byteLength(JSON.stringify(draft)) > MAX_DEFINITION)
    refuse(`must have at most ${MAX_DEFINITION} bytes`);
});

function storageProblem(value: unknown, level: number): string | null {
  if (typeof value === 'string') {
    const isStorable = !value.includes('\0') && value.isWellFormed();
    return isStorable ? null : 'must not contain NUL or unpaired surrogates';
  }
  if (level > MAX_LEVELS) return `must not nest deeper than ${MAX_LEVELS} levels`;
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.entries(value).flat() : [];
  for (const part of parts) {
    const problem = storageProblem(part, level + 1);
    if (problem !== null) return problem;
  }
  return null;
}
