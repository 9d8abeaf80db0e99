/** 22 data, 23 constraints, 54 limits, P0 schema functions. */
const ROW_STATES = /^(22|23|54|P0)/;

/** The database will never accept this row. */
export function isRefusedRow(error: unknown): boolean {
  return ROW_STATES.test(sqlStateOf(error) ?? '');
}

/** Null: not of the database, whose errors have a severity. */
export function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
}
