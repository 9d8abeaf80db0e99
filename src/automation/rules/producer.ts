import type { Context } from '../../context.ts';
import { hoursOf } from '../../hours/hours.ts';
import { type Hours, hoursFrom, nextOpening } from '../../hours/opening.ts';
import { DAY, SECOND } from '../../lib/clock.ts';
import type { Chat, Deciding, Incoming } from '../chat.ts';
import { listen } from '../matching.ts';
import type { Plan, PlannedReply, Preface } from '../plan.ts';
import { renderContent, valuesFor } from '../texts.ts';
import type { RuleKind } from './definition.ts';
import {
  type Candidate,
  candidatesOf,
  canPause,
  needsHours,
  obstacleOf,
  plainObstacle,
  type Rule,
} from './judge.ts';
import { beginPause, findPauses } from './pause-store.ts';
import { RuleCache } from './rule-cache.ts';

/** A shop that never opens says so again after this time. */
const LONGEST_CLOSURE_MS = 30 * DAY;
const NEVER_ASKED = hoursFrom({
  timezone: 'UTC',
  weekly: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
  holidays: [],
});

/** What auto-replies want to happen. Only reads. */
export interface AutoReplies {
  choose(
    chat: Chat,
    incoming: Incoming,
    deciding: Pick<Deciding, 'at'>,
    only?: 'interrupting',
  ): Promise<Plan | null>;
  greeting(chat: Chat, incoming: Incoming, deciding: Pick<Deciding, 'at'>): Promise<Preface | null>;
  away(chat: Chat, deciding: Pick<Deciding, 'at'>): Promise<Preface | null>;
}

interface Question {
  kind: RuleKind;
  text: string | null;
  at: Date;
  isFirst: boolean;
  isDuringFlow: boolean;
}

interface Found extends Candidate {
  hours: Hours;
}

export function openAutoReplies(ctx: Pick<Context, 'db'>): AutoReplies {
  const cache = new RuleCache(ctx);
  const find = async (chat: Chat, question: Question) =>
    firstOf(ctx, chat, question, await cache.rulesOf(chat));

  return {
    async choose(chat, { text, opens }, { at }, only) {
      const isDuringFlow = only === 'interrupting';
      const found = await find(chat, { kind: 'keyword', text, at, isFirst: opens, isDuringFlow });
      return found && planOf(chat, found, at);
    },
    async greeting(chat, { text, opens }, { at }) {
      const found = await find(chat, { kind: 'greeting', text, at, isFirst: opens, isDuringFlow: false });
      return found && prefaceOf(chat, found, at);
    },
    async away(chat, { at }) {
      const found = await find(chat, { kind: 'away', text: null, at, isFirst: false, isDuringFlow: false });
      return found && prefaceOf(chat, found, at);
    },
  };
}

/** The first rule that answers. Hours and cool-downs are read only when a rule depends on them. */
async function firstOf(
  { db }: Pick<Context, 'db'>,
  chat: Chat,
  { kind, text, at, isFirst, isDuringFlow }: Question,
  rules: readonly Rule[],
): Promise<Found | null> {
  const now = { device_uuid: chat.device_uuid, isFirst, isDuringFlow };
  const near = candidatesOf(rules, kind, listen(text)).filter(({ rule }) => !plainObstacle(rule, now));
  if (near.length === 0) return null;
  const asksHours = near.some(({ rule }) => needsHours(rule));
  const hours = asksHours ? await hoursOf(db, chat.account_id, chat.device_id) : NEVER_ASKED;
  const pausing = near.flatMap(({ rule }) => (canPause(rule) ? [rule.id] : []));
  const pauses = await findPauses(db, keyOf(chat), pausing, at);
  const occasion = { ...now, at, hours, lastHumanAt: chat.last_human_at, pauses };
  const first = near.find(({ rule }) => obstacleOf(rule, occasion) === null);
  return first ? { ...first, hours } : null;
}

function planOf(chat: Chat, { rule, pattern, hours }: Found, at: Date): Plan {
  const { definition, rule_uuid } = rule;
  const { hand_off, start_flow, add_labels, remove_labels, match } = definition;
  const replies = repliesOf(chat, rule);
  const answers = replies.length > 0 || start_flow !== null;
  return {
    stage: 'rule',
    outcome: hand_off ? 'handed_off' : answers ? 'answered' : 'tagged',
    reason: pattern ? `${match}: ${pattern.text}` : match,
    rule_id: rule_uuid,
    replies,
    ...(add_labels.length > 0 && { addLabels: add_labels }),
    ...(remove_labels.length > 0 && { removeLabels: remove_labels }),
    ...(start_flow !== null && { startFlow: start_flow }),
    // The messages of the rule are the hand-off text.
    ...(hand_off && { end: { to: 'human_waiting', reason: 'rule', text: replies.length > 0 ? '' : null } }),
    ...saveOf(chat, rule, { at, hours }),
  };
}

function prefaceOf(chat: Chat, { rule, hours }: Found, at: Date): Preface {
  return {
    rule_id: rule.rule_uuid,
    replies: repliesOf(chat, rule).map((reply) => ({ ...reply, by: { ...reply.by, is_notice: true } })),
    ...(rule.definition.greet_always && { always: true }),
    ...saveOf(chat, rule, { at, hours }),
  };
}

/** As the engine of the device sends them. */
export function repliesOf(
  chat: Pick<Chat, 'person_name' | 'phone' | 'device_label' | 'engine'>,
  { definition, rule_uuid }: Rule,
): PlannedReply[] {
  const values = valuesFor(chat);
  const by = { kind: 'rule', rule_id: rule_uuid } as const;
  return definition.replies.map((content) => ({ ...renderContent(content, values, chat.engine), by }));
}

function saveOf(chat: Chat, rule: Rule, { at, hours }: { at: Date; hours: Hours }): Pick<Plan, 'save'> {
  const until = pauseUntil(rule, at, hours);
  if (until === null) return {};
  return { save: (tx) => beginPause(tx, { ...keyOf(chat), ruleId: rule.id, at, until }) };
}

const keyOf = ({ account_id: accountId, conversation_id: conversationId }: Chat) => ({
  accountId,
  conversationId,
});

/** When the rule may answer again in this conversation. Null: at once. */
function pauseUntil({ kind, definition }: Rule, at: Date, hours: Hours): Date | null {
  const { cooldown_seconds, greet_after_days } = definition;
  const ends = [at.getTime() + cooldown_seconds * SECOND];
  if (greet_after_days !== null) ends.push(at.getTime() + greet_after_days * DAY);
  if (kind === 'away') ends.push(nextOpening(hours, at)?.getTime() ?? at.getTime() + LONGEST_CLOSURE_MS);
  const until = Math.max(...ends);
  return until > at.getTime() ? new Date(until) : null;
}
