/** What the address of the page says. Empty parts are missing. */
export interface AuditSearch {
  from?: string;
  to?: string;
  action?: string;
  actor?: string;
}

const KEYS = ['from', 'to', 'action', 'actor'] as const;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Reads the address of the page. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const found = KEYS.flatMap((key) => {
    const text = String(search[key] ?? '').slice(0, 100);
    const isBad = text === '' || ((key === 'from' || key === 'to') && !isDay(text));
    return isBad ? [] : [[key, text]];
  });
  return Object.fromEntries(found);
}
