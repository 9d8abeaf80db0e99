import type { Context } from '../../../context.ts';
import { hoursReader } from '../../../gateway/hours/hours.ts';
import { openTimeBetween } from '../../../gateway/hours/opening.ts';
import { DAY, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';
import { type EndedWait, endedWaits } from './waits.ts';

/** Sent replies of one transaction. */
const BATCH = 200;
/** Per conversation: earlier replies answer no new question. */
const MAX_COUNTED = 100;
/** By then, replies are sent or failed, except in suspended accounts. */
const KEPT_MS = 30 * DAY;
const MAX_SECONDS = 2 ** 31 - 1;

/** Waits in time and in business hours. One process at a time. */
export async function countAnswers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  let counted: number;
  do {
    if (stopped?.aborted) return;
    counted = await ctx.db.transaction((tx) => countNext(tx));
  } while (counted > 0);
  await store.removeOld(ctx.db, { before: new Date(ctx.now().getTime() - KEPT_MS), limit: BATCH });
}

/** Returns the number of sent replies; 0 also while another process counts. */
async function countNext(tx: Tx): Promise<number> {
  if (!(await store.lockAnswers(tx))) return 0;
  const rows = await store.listOpen(tx, { limit: BATCH });
  if (rows.length === 0) return 0;
  const conversations = Map.groupBy(rows, ({ shown_id }) => shown_id);
  const counted = await store.listCounted(tx, { ids: [...conversations.keys()], limit: MAX_COUNTED });
  const earlier = Map.groupBy(counted, ({ conversation_id }) => conversation_id);
  const hours = hoursReader(tx);
  const answers: store.Answer[] = [];
  for (const [id, replies] of conversations) {
    const before = earlier.get(id) ?? [];
    const firsts = new Set(before.map(firstKey));
    const waits = endedWaits(replies, before);
    for (const wait of waits) answers.push(await answerOf(wait, replies, { firsts, hours }));
  }
  if (answers.length > 0) await store.insertAnswers(tx, answers);
  const last = new Map(
    answers.map(({ conversation_id, episode, id }) => [`${conversation_id} ${episode}`, id]),
  );
  const isDone = ({ id, shown_id, episode, sent_at, has_failed }: store.OpenRow) =>
    sent_at !== null || (has_failed && id < (last.get(`${shown_id} ${episode}`) ?? 0));
  await store.removeOpen(tx, { ids: rows.filter(isDone).map(({ id }) => id) });
  return rows.filter(({ sent_at }) => sent_at !== null).length;
}

type HoursOf = ReturnType<typeof hoursReader>;

async function answerOf(
  { id, asked_at }: EndedWait,
  replies: readonly store.OpenRow[],
  { firsts, hours }: { firsts: Set<string>; hours: HoursOf },
): Promise<store.Answer> {
  const reply = replies.find((each) => each.id === id);
  const answered_at = reply?.sent_at;
  if (!reply || !answered_at) throw new Error('a wait ended without a sent reply');
  const { account_id, shown_id: conversation_id, channel_id, device_id, episode, source } = reply;
  const key = firstKey(reply);
  const is_first = !firsts.has(key);
  firsts.add(key);
  const open = openTimeBetween(await hours(account_id, device_id), asked_at, answered_at);
  return {
    id,
    account_id,
    conversation_id,
    channel_id,
    episode,
    source,
    is_first,
    user_id: reply.user_id,
    actor: reply.actor,
    asked_at,
    up_to: reply.up_to,
    answered_at,
    seconds: inSeconds(answered_at.getTime() - asked_at.getTime()),
    open_seconds: inSeconds(open),
  };
}

/** First answers by people and by automation are apart. */
const firstKey = ({ episode, source }: { episode: number; source: string }) =>
  `${episode} ${source === 'bot' ? 'bot' : 'people'}`;

const inSeconds = (ms: number) => Math.min(MAX_SECONDS, Math.max(0, Math.floor(ms / SECOND)));
