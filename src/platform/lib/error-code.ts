/** The code of an error of the system (`ENOENT`), of Node or of PostgreSQL. Empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
