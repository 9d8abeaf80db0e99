import { type FollowingRow, listFollowing, type Place } from '../../gateway/messages/history/history.ts';
import { getAccount } from '../../platform/accounts/account.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import type { Brain } from '../brain/brain.ts';
import { likenessOf } from '../brain/likeness.ts';
import { ungrounded } from '../language-model/grounding/grounding.ts';
import type { Agreement } from './schema.ts';

/** Messages after a question among which an answer is looked for. */
const MAX_FOLLOWING = 30;
const MAX_TEXT = 4_000;
/** From this likeness on, two answers say the same; below the other one they speak of different things. */
const ALIKE = 0.3;
const UNLIKE = 0.12;

export interface StaffAnswer {
  /** Row id of its first message. */
  id: number;
  at: Date;
  text: string;
}

/** For each place: what staff wrote next, up to the next message of the customer. */
export async function findStaffAnswers(db: Db, places: readonly Place[]): Promise<(StaffAnswer | null)[]> {
  if (places.length === 0) return [];
  const rows = await listFollowing(db, places, MAX_FOLLOWING);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return places.map((_, place) => answerIn(byPlace.get(place) ?? []));
}

function answerIn(rows: readonly FollowingRow[]): StaffAnswer | null {
  const start = rows.findIndex(isOfStaff);
  const first = rows[start];
  if (!first) return null;
  const end = rows.findIndex(({ direction }, at) => at > start && direction === 'in');
  const written = rows.slice(start, end === -1 ? rows.length : end).filter(isOfStaff);
  const text = written.map(({ body }) => body ?? '').join('\n');
  return { id: first.id, at: first.created_at, text: text.slice(0, MAX_TEXT).toWellFormed() };
}

const isOfStaff = ({ source, is_automatic, body }: FollowingRow) =>
  (source === 'staff' || source === 'phone') && !is_automatic && Boolean(body?.trim());

/**
 * Whether staff answered as the assistant would have. Prices, times and links count before words. `unclear` where
 * it is not plain.
 */
export async function agreementOf(
  db: Db,
  { accountId, brain }: { accountId: number; brain: Brain },
  answer: string,
  staff: string,
): Promise<Agreement> {
  const { country_code: countryCode } = await getAccount(db, accountId);
  const local = { countryCode, mix: brain.reader.mix };
  const claims = ungrounded(staff, [], local);
  const missing = ungrounded(staff, [answer], local);
  if (claims.length > 0 && missing.length === 0) return 'agrees';
  const isContradicted = missing.length > 0 && ungrounded(answer, [staff], local).length > 0;
  const likeness = likenessOf(brain, answer, staff);
  if (isContradicted) return missing.length === claims.length || likeness < ALIKE ? 'differs' : 'unclear';
  if (likeness >= ALIKE) return 'agrees';
  return likeness <= UNLIKE ? 'differs' : 'unclear';
}
