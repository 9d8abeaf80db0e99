import { InvalidConfig } from '../../config.ts';

/** One line on stderr, or one per wrong setting, and exit code 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  process.stderr.write(`${explain(error)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof InvalidConfig) return error.message;
  // A connection attempt fails once per address.
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n', 1)[0] || 'It failed without a reason.';
}
