/** As `ENOENT`, or PostgreSQL's. Empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Of an AggregateError the first one. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** `fetch` wraps the error of the system. */
export const deepestReason = (error: unknown): string =>
  error instanceof Error && error.cause ? deepestReason(error.cause) : reasonOf(error);
