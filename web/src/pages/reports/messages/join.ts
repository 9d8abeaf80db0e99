import type { Schema } from '../../../api/schemas.ts';
import { addDays } from '../days.ts';

export type Totals = Schema<'MessageTotals'>;
export type Figures = Schema<'MessageFigures'>;
type Row = Figures['data'][number];

/** Of one call. The API takes 31, and today can be a day later where the business is. */
const DAYS_PER_CALL = 30;

/** The first and last days of calls that cover all days. Without `to`, the last one has no end: the API knows today. */
export function callsOf(
  { from, to }: { from: string; to?: string },
  today: string,
): { from: string; to?: string }[] {
  const last = to ?? today;
  const calls: { from: string; to?: string }[] = [];
  for (let first = from; ; first = addDays(first, DAYS_PER_CALL)) {
    const end = addDays(first, DAYS_PER_CALL - 1);
    if (end < last) calls.push({ from: first, to: end });
    else return [...calls, { from: first, ...(to !== undefined && { to }) }];
  }
}

/** The figures of two following spans as those of one. Rows of one device become one row. */
export function joined(first: Figures, next: Figures): Figures {
  return {
    ...first,
    to: next.to,
    total: sumOf(first.total, next.total),
    data: joinRows(first.data, next.data),
  };
}

function joinRows(rows: readonly Row[], more: readonly Row[]): Row[] {
  const all = [...rows];
  for (const row of more) {
    const { device_uuid } = row;
    const at = device_uuid === undefined ? -1 : all.findIndex((each) => each.device_uuid === device_uuid);
    const known = all[at];
    if (known && device_uuid !== undefined) all[at] = { device_uuid, ...sumOf(known, row) };
    else all.push(row);
  }
  return all;
}

function sumOf(one: Totals, other: Totals): Totals {
  const { sent_by: by, errors } = one;
  const counts = new Map(errors.map(({ code, count }) => [code, count]));
  for (const { code, count } of other.errors) counts.set(code, (counts.get(code) ?? 0) + count);
  return {
    received: one.received + other.received,
    sent: one.sent + other.sent,
    sent_by: {
      api: by.api + other.sent_by.api,
      broadcast: by.broadcast + other.sent_by.broadcast,
      staff: by.staff + other.sent_by.staff,
      automation: by.automation + other.sent_by.automation,
      phone: by.phone + other.sent_by.phone,
    },
    delivered: one.delivered + other.delivered,
    read: one.read + other.read,
    failed: one.failed + other.failed,
    errors: [...counts]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
  };
}
