/** As `ENOENT`, or PostgreSQL's. Empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
