/** A database that cannot be used. One line says what to do: commands print the message and exit 1. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem';
}

/** The message of anything thrown, for the one line. */
export function reasonOf(error: unknown): string {
  // Of a host with several addresses each was tried; one reason is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
