/** The filters, as they are in the address of the page. The gateway refuses what it does not know. */
export const FILTERS = ['device', 'phone', 'direction', 'status', 'type', 'broadcast', 'from', 'to'] as const;
export type MessageSearch = Partial<Record<(typeof FILTERS)[number], string>>;

const MAX = 255;

/** Empty filters are missing. The router reads a text of digits as a number. */
export function messageSearch(search: Record<string, unknown>): MessageSearch {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const text = String(search[name] ?? '').slice(0, MAX);
      return text === '' ? [] : [[name, text]];
    }),
  );
}
