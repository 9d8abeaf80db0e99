/** One line with what to do. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem';
}

export function reasonOf(error: unknown): string {
  // One reason is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
