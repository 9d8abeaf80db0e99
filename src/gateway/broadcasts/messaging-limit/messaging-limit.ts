import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

/** A share kept for single messages, such as those of staff. */
const RESERVE = 0.1;
/** How long a count serves; the next one sees single messages too. */
const COUNT_EVERY_MS = MINUTE;
/** The limit can rise, and messages can fail. */
const RECHECK_MS = 10 * MINUTE;
const OUTDATED_MS = 60 * MINUTE;

interface Limited extends store.Scope {
  device_id: number;
  daily_limit: number | null;
  /** Null: a text. Its readers have an open window and do not count. */
  approved: object | null;
}

/** People in any 24 hours. */
export const perDayOf = (limit: number) => limit - Math.max(1, Math.ceil(limit * RESERVE));

export interface Allowance {
  peopleLeft: number;
  nextAt: Date;
  /** Does not count: the person has an open window, or counts already. */
  isFree(phone: string): boolean;
  hasWindow(phone: string): boolean;
  /** Call it once, in the transaction of `openAllowance`. */
  take(people: number): Promise<void>;
}

/** Null without a limit. Locks the portfolio until the transaction ends. */
export async function openAllowance(
  tx: Tx,
  broadcast: Limited,
  phones: readonly string[],
  now: Date,
): Promise<Allowance | null> {
  const { daily_limit: limit, device_id: deviceId, approved } = broadcast;
  if (limit === null || !approved) return null;
  const dayAgo = new Date(now.getTime() - DAY);
  const known = await store.lockAllowance(tx, broadcast);
  const isRecent = now.getTime() - known.counted_at.getTime() < COUNT_EVERY_MS && known.counted_at <= now;
  const recent = isRecent && known.people_left > 0 ? known : null;
  const used = recent ? null : await store.countUsed(tx, { ...broadcast, dayAgo });
  const peopleLeft = Math.min(
    perDayOf(limit),
    recent?.people_left ?? Math.max(0, perDayOf(limit) - (used?.people ?? 0)),
  );
  const free = new Map(
    (await store.findFree(tx, { ...broadcast, deviceId, phones, dayAgo })).map((each) => [each.phone, each]),
  );
  return {
    peopleLeft,
    nextAt: nextLook(used?.oldest ?? null, now),
    isFree: (phone) => free.has(phone),
    hasWindow: (phone) => free.get(phone)?.has_window ?? false,
    take: (people) =>
      store.saveAllowance(tx, broadcast, {
        people_left: peopleLeft - people,
        counted_at: recent?.counted_at ?? now,
      }),
  };
}

/** Not at once for each person: many stop to count within seconds. */
function nextLook(oldest: Date | null, now: Date): Date {
  const ends = oldest ? oldest.getTime() + DAY : now.getTime();
  const soonest = Math.max(ends, now.getTime() + COUNT_EVERY_MS);
  return new Date(Math.min(soonest, now.getTime() + RECHECK_MS));
}

export interface DailyPace {
  perDay: number;
  leftNow: number;
}

/** Null without a limit. */
export async function readDailyPace(
  db: Db,
  broadcast: Omit<Limited, 'device_id'>,
  now: Date,
): Promise<DailyPace | null> {
  const { daily_limit: limit, approved } = broadcast;
  if (limit === null || !approved) return null;
  const { people } = await store.countUsed(db, { ...broadcast, dayAgo: new Date(now.getTime() - DAY) });
  return { perDay: perDayOf(limit), leftNow: Math.max(0, perDayOf(limit) - people) };
}

/** By the last count of the runner. */
export async function listDailyPaces(
  db: Db,
  broadcasts: readonly Omit<Limited, 'device_id'>[],
  now: Date,
): Promise<(broadcast: Omit<Limited, 'device_id'>) => DailyPace | null> {
  const limited = broadcasts.filter(({ daily_limit, approved }) => daily_limit !== null && approved);
  const counted = limited.length === 0 ? [] : await store.listAllowances(db, limited);
  const keyOf = ({ account_id, limit_scope }: store.Scope) => `${account_id} ${limit_scope}`;
  const recent = counted.filter(({ counted_at }) => now.getTime() - counted_at.getTime() < OUTDATED_MS);
  const left = new Map(recent.map((each) => [keyOf(each), each.people_left]));
  return (broadcast) => {
    const { daily_limit: limit, approved } = broadcast;
    if (limit === null || !approved) return null;
    const perDay = perDayOf(limit);
    return { perDay, leftNow: Math.min(perDay, left.get(keyOf(broadcast)) ?? perDay) };
  };
}
