import { quietUntil } from '../../gateway/broadcasts/quiet-hours/quiet-hours.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import { isAbsent } from '../staff/presence/presence.ts';
import type { NoticeRow, Reader } from './store.ts';

/** A number that comes back by itself within this time needs no notice. */
const GONE_MS = 2 * MINUTE;
/** After it, a push that no service took is given up. */
const MAX_PUSH_AGE_MS = DAY;
/** Between two e-mails to one user. */
export const EMAIL_EVERY_MS = 10 * MINUTE;

export interface Due {
  push: NoticeRow[];
  email: NoticeRow[];
}

/** What a user is notified now. Nothing in the quiet hours. */
export function dueOf(
  reader: Reader,
  rows: readonly NoticeRow[],
  { now, canEmail }: { now: Date; canEmail: boolean },
): Due {
  if (quietUntil(reader.quiet_hours, now)) return { push: [], email: [] };
  const ageOf = ({ noticed_at }: NoticeRow) => now.getTime() - noticed_at.getTime();
  const ripe = rows.filter((row) => row.kind !== 'number_gone' || ageOf(row) >= GONE_MS);
  const since = reader.pushed_since;
  const push = ripe.filter(
    (row) =>
      row.pushed_at === null &&
      reader.push.includes(row.kind) &&
      since !== null &&
      row.noticed_at >= since &&
      ageOf(row) < MAX_PUSH_AGE_MS,
  );
  if (!canEmail || !mayEmail(reader, now)) return { push, email: [] };
  const afterMs = reader.email_after_minutes * MINUTE;
  const email = ripe.filter(
    (row) => row.emailed_at === null && reader.email.includes(row.kind) && ageOf(row) >= afterMs,
  );
  return { push, email };
}

function mayEmail(reader: Reader, now: Date): boolean {
  const last = reader.emailed_at?.getTime() ?? 0;
  const isGone = isAbsent(reader, reader.email_after_minutes * MINUTE, now);
  return isGone && last <= now.getTime() - EMAIL_EVERY_MS;
}
