import { isOptOutWord } from '../../../gateway/broadcasts/opt-outs/opt-out.ts';
import type { StoredInbound } from '../../../gateway/messages/inbound/inbound.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { insertEntry } from '../timeline/timeline.ts';
import { CHOICE } from './asking.ts';
import { RATINGS } from './planning.ts';
import * as store from './store.ts';
import type { RatingWords } from './words.ts';

/** How long after the rating a text is its comment. */
const COMMENT_MS = 10 * MINUTE;
const MAX_COMMENT = 1_000;
const TAPPED = new RegExp(`^${CHOICE}[1-5]$`);

/** What a message says about the question before it. */
interface Verdict {
  score: number;
  comment: string | null;
}

export type JudgedMessage = StoredInbound & {
  /** `said`: with words that staff should read. */
  rating?: 'bare' | 'said';
};

/**
 * Stores the ratings and comments among messages of locked conversations in which a rating was asked for, in their
 * order. They open nothing, and get no answer.
 */
export async function judgeRatings(
  tx: Tx,
  words: Pick<RatingWords, 'scoreIn' | 'isComment'>,
  { messages, conversationOf }: { messages: readonly StoredInbound[]; conversationOf: ConversationOf },
  now: Date,
): Promise<JudgedMessage[]> {
  const ids = new Set(messages.flatMap((message) => conversationOf(message) ?? []));
  const found = await store.listOpen(tx, { conversationIds: [...ids].toSorted((one, other) => one - other) });
  const open = new Map(found.map((rating) => [rating.conversation_id, rating]));
  const judged: JudgedMessage[] = [];
  for (const message of messages) {
    const rating = open.get(conversationOf(message) ?? 0);
    const verdict = rating && (await judge(tx, words, message, rating));
    if (!rating || !verdict) {
      judged.push(message);
      continue;
    }
    open.set(rating.conversation_id, await note(tx, { rating, message, verdict }, now));
    judged.push({ ...message, rating: verdict.comment === null ? 'bare' : 'said' });
  }
  return judged;
}

/** Row id. Undefined: nothing was asked there. */
type ConversationOf = (message: StoredInbound) => number | undefined;

async function judge(
  tx: Tx,
  words: Pick<RatingWords, 'scoreIn' | 'isComment'>,
  message: StoredInbound,
  rating: store.OpenRating,
): Promise<Verdict | null> {
  if (message.is_edit || message.is_replacement || message.is_standby || message.is_unreadable) return null;
  const tapped = tappedIn(message);
  if (tapped !== null) return { score: tapped, comment: null };
  const { body, type, account_id } = message;
  if (type !== 'text' || body === null || body.length > MAX_COMMENT || !rating.is_newest) return null;
  const said = words.scoreIn(body);
  if (said) return { score: said.score, comment: said.hasWords ? body : null };
  if (rating.score === null || !rating.is_closed || !words.isComment(body)) return null;
  return (await isOptOutWord(tx, account_id, { type, body })) ? null : { score: rating.score, comment: body };
}

/** The choice of the list. */
function tappedIn({ details }: StoredInbound): number | null {
  if (!details?.includes(CHOICE)) return null;
  const { choice_id: id } = JSON.parse(details);
  return TAPPED.test(id) ? Number(id.slice(CHOICE.length)) : null;
}

async function note(
  tx: Tx,
  { rating, message, verdict }: { rating: store.OpenRating; message: StoredInbound; verdict: Verdict },
  now: Date,
): Promise<store.OpenRating> {
  const { score, comment } = verdict;
  const isFirst = rating.score === null;
  const isRating = isFirst || comment === null || score !== rating.score;
  const rated_id = isRating || rating.rated_id === null ? message.id : rating.rated_id;
  const owesThanks = isFirst && rating.says_thanks;
  const commentId = comment === null ? null : message.id;
  const until = new Date(now.getTime() + COMMENT_MS);
  const rated = {
    id: rating.id,
    score,
    ratedId: rated_id,
    commentId,
    owesThanks,
    until,
    messageId: message.id,
  };
  await store.noteRated(tx, rated, now);
  const { conversation_id: id, account_id, episode } = rating;
  const entry = { kind: 'rated', actor: 'customer', body: comment, message_ids: [message.id] } as const;
  await insertEntry(tx, { id, account_id, episode }, { ...entry, details: { score } }, now);
  if (owesThanks) await enqueue(tx, { name: RATINGS, accountId: account_id });
  return { ...rating, score, rated_id };
}
