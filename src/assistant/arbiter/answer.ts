import { ENGINE_KINDS, type EngineKind } from '../../gateway/engines/kinds.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { Choice } from '../choices.ts';
import { MAX_SENDS, type PlannedReply } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import type { OpenDecision } from './decision-store.ts';
import { noticeOf, type Verdict } from './verdict.ts';

/** With the text at hand. */
const CHARACTERS_PER_SECOND = 40;

/** In their order. A greeting has the room that the answer leaves, which may be the question of a flow. */
export function repliesOf(verdict: Verdict, decision_id: string): PlannedReply[] {
  const answer = [...verdict.plans.flatMap((plan) => plan.replies), ...lastWords(verdict)];
  const room = Math.max(0, MAX_SENDS - answer.length);
  const before = room === 0 ? [] : verdict.prefaces.flatMap((preface) => preface.replies).slice(-room);
  return [...before, ...answer].map((reply) => ({
    ...reply,
    by: { ...reply.by, decision_id },
  }));
}

function lastWords({ end }: Verdict): PlannedReply[] {
  if (end?.to === 'bot') return [{ type: 'text', body: end.text, by: { kind: 'notice' } }];
  return end?.to === 'human_waiting' && end.text ? [noticeOf(end.text)] : [];
}

const isPlain = ({ type, choices, template }: PlannedReply) => type === 'text' && !choices && !template;

/** Texts in a row as one text, as long as it fits: the official provider charges each message. */
export function joinTexts(replies: readonly PlannedReply[], engine: EngineKind): readonly PlannedReply[] {
  if (engine !== 'official_cloud') return replies;
  const joined: PlannedReply[] = [];
  for (const reply of replies) {
    const last = joined.at(-1);
    const body = `${last?.body}\n\n${reply.body}`;
    if (!last || !isPlain(last) || !isPlain(reply) || body.length > ENGINE_KINDS.official_cloud.maxText)
      joined.push(reply);
    else joined.splice(-1, 1, { ...last, body, by: last.by.is_notice ? reply.by : last.by });
  }
  return joined;
}

/** As a person types the first text. The wake of a flow does not wait. */
export function replyDelayMs(
  { settings }: Pick<ReadChat, 'settings'>,
  { message_id }: Pick<OpenDecision, 'message_id'>,
  [first]: readonly Pick<PlannedReply, 'body'>[],
): number {
  if (!first || message_id === null) return 0;
  const { min_seconds, max_seconds } = settings.reply_delay;
  const seconds = (first.body?.length ?? 0) / CHARACTERS_PER_SECOND;
  return Math.round(Math.min(max_seconds, Math.max(min_seconds, seconds)) * SECOND);
}

/** The last menu. The assistant takes the numbers of what it offers. */
export function menuOf({ plans, prefaces }: Pick<Verdict, 'plans' | 'prefaces'>): readonly Choice[] | null {
  if (plans.at(-1)?.outcome === 'clarified') return null;
  const replies = [...prefaces, ...plans].flatMap((each) => each.replies);
  return replies.findLast(({ choices }) => choices !== undefined)?.choices ?? null;
}
