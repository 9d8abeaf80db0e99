/** Days that a report can have. The API takes at most 92. */
export const SPANS = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

/** What a report is about, in the address of the page. */
export interface Span {
  /** Days up to today. Without it: 7. */
  days?: 30 | 90;
  /** Without it: all devices. */
  device?: string;
}

export function readSpan({ days, device }: Record<string, unknown>): Span {
  return {
    ...((days === 30 || days === 90) && { days }),
    ...(typeof device === 'string' && device !== '' && { device }),
  };
}

/** The query of the API. Its last day is today where the business is. */
export function queryOf({ days, device }: Span): { from: string; device_uuid?: string } {
  const first = new Date(Date.now() - ((days ?? 7) - 1) * DAY_MS);
  const from = [first.getFullYear(), first.getMonth() + 1, first.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return { from, ...(device !== undefined && { device_uuid: device }) };
}
