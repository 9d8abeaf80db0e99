/** 22 data, 23 constraints, 54 limits, P0 functions of the schema. */
const ROW_STATES = /^(22|23|54|P0)/;

/** The database will never accept this row. Other errors may end: a lost connection, an outdated schema. */
export function isRefusedRow(error: unknown): boolean {
  return ROW_STATES.test(sqlStateOf(error) ?? '');
}

/** Null for an error that does not come from the database. Only errors of the database have a severity. */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}
