import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { DAY, END_OF_CALENDAR } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { hoursOf } from '../../hours/hours.ts';
import { everyDay, type Hours, hoursFrom, isOpen, nextOpening, openTimes } from '../../hours/opening.ts';
import * as schemas from './schema.ts';
import type { QuietHours } from './store.ts';
import * as store from './store.ts';

export type { QuietHours } from './store.ts';
export const { QuietHoursInput, QuietHoursView } = schemas;

/** Of broadcasts that name none. */
export async function findQuietHours(db: Db, { id }: { id: number }): Promise<QuietHours | null> {
  return (await store.findQuietHours(db, { accountId: id })).quiet_hours;
}

/** Broadcasts that exist keep theirs. */
export async function setQuietHours(
  ctx: Context,
  { id: accountId }: { id: number },
  given: Given | null,
): Promise<void> {
  const quiet = given && (await withZone(ctx.db, { account_id: accountId, id: null }, given));
  await ctx.db.transaction(async (tx) => {
    const { quiet_hours: earlier } = await store.lockQuietHours(tx, { accountId });
    if (isDeepStrictEqual(quiet, earlier)) return;
    await store.setQuietHours(tx, { accountId, quiet: quiet && JSON.stringify(quiet) });
    const detail = { quiet_hours: quiet && `${quiet.from}-${quiet.to} ${quiet.timezone}` };
    await record(tx, ctx, [{ action: 'quiet_hours.changed', accountId, target: accountId, detail }]);
  });
}

type Given = Omit<QuietHours, 'timezone'> & { timezone?: string | undefined };

/** Without a zone: that of the business hours. */
export async function withZone(
  db: Db,
  { account_id, id: deviceId }: { account_id: number; id: number | null },
  given: Given,
): Promise<QuietHours> {
  const { from, to, timezone } = given;
  return { from, to, timezone: timezone ?? (await hoursOf(db, account_id, deviceId)).timezone };
}

/** Null: it may send now. */
export function quietUntil(quiet: QuietHours | null, at: Date): Date | null {
  if (!quiet) return null;
  const hours = sendingHours(quiet);
  return isOpen(hours, at) ? null : nextOpening(hours, at);
}

/** When this sending time is over. Days of 23 or 25 hours count as others, so any duration is fast. */
export function afterSending(quiet: QuietHours | null, from: Date, ms: number): Date {
  if (!quiet) return new Date(Math.min(END_OF_CALENDAR, from.getTime() + ms));
  const hours = sendingHours(quiet);
  const [day] = hours.weekly;
  const perDay = (day ?? []).reduce((sum, span) => sum + span.to - span.from, 0);
  const days = Math.floor(ms / perDay);
  const start = from.getTime() + days * DAY;
  let left = ms - days * perDay;
  for (const open of openTimes(hours, start, Math.min(start + 3 * DAY, END_OF_CALENDAR))) {
    if (left <= open.to - open.from) return new Date(open.from + left);
    left -= open.to - open.from;
  }
  return new Date(END_OF_CALENDAR);
}

function sendingHours({ from, to, timezone }: QuietHours): Hours {
  const day =
    from > to
      ? [{ from: to, to: from }]
      : [
          { from: '00:00', to: from },
          { from: to, to: '24:00' },
        ];
  const weekly = everyDay(day.filter((span) => span.from < span.to));
  return hoursFrom({ timezone, weekly, holidays: [] });
}
