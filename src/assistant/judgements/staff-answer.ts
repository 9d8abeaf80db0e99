import { type FollowingRow, listFollowing, type Place } from '../../gateway/messages/history/history.ts';
import type { Db } from '../../platform/lib/db/db.ts';

/** Messages after a question among which an answer is looked for. */
const MAX_FOLLOWING = 30;
const MAX_TEXT = 4_000;

export interface StaffAnswer {
  /** Row id of its first message. */
  id: number;
  at: Date;
  text: string;
}

/** For each place: what staff wrote next, up to the next message of the customer. */
export async function findStaffAnswers(db: Db, places: readonly Place[]): Promise<(StaffAnswer | null)[]> {
  const rows = await listFollowing(db, places, MAX_FOLLOWING);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return places.map((_, place) => answerIn(byPlace.get(place) ?? []));
}

function answerIn(rows: readonly FollowingRow[]): StaffAnswer | null {
  const start = rows.findIndex(isOfStaff);
  const [first] = rows.slice(start === -1 ? rows.length : start);
  if (!first) return null;
  const end = rows.findIndex(({ direction }, at) => at > start && direction === 'in');
  const written = rows.slice(start, end === -1 ? rows.length : end).filter(isOfStaff);
  const text = written.map(({ body }) => body ?? '').join('\n');
  return { id: first.id, at: first.created_at, text: text.slice(0, MAX_TEXT).toWellFormed() };
}

const isOfStaff = ({ source, is_automatic, body }: FollowingRow) =>
  (source === 'staff' || source === 'phone') && !is_automatic && Boolean(body?.trim());
