import type { Context } from '../../context.ts';
import { findTags } from '../../gateway/contacts/contact.ts';
import { hoursOf } from '../../gateway/hours/hours.ts';
import { type Hours, hoursFrom, nextOpening } from '../../gateway/hours/opening.ts';
import { DAY, SECOND } from '../../platform/lib/clock.ts';
import { answersBroadcast } from '../answered-broadcast.ts';
import type { CameBy, Chat, Deciding, Incoming } from '../chat.ts';
import { shownChoices } from '../choices.ts';
import { languageOf } from '../languages/spoken.ts';
import { listen } from '../matching.ts';
import { Pieces } from '../pieces.ts';
import type { Plan, PlannedReply, Preface } from '../plan.ts';
import { type Approve, approveBy, type TemplateRefusal, writeTemplate } from '../templates.ts';
import { renderContent, renderValue, valuesFor } from '../texts.ts';
import type { RuleKind } from './definition.ts';
import {
  type Candidate,
  canPause,
  needsBroadcast,
  needsHours,
  needsLanguage,
  needsTags,
  nextMatch,
  type Occasion,
  obstacleOf,
  onlyLabels,
  plainObstacle,
  type Rule,
  type RuleSet,
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

type Time = Pick<Deciding, 'at'>;
/** What conditions of rules read of a conversation. */
type Asked = Pick<
  Chat,
  | ('account_id' | 'conversation_id' | 'automation_version' | 'device_id' | 'device_uuid' | 'phone')
  | ('labels' | 'episode' | 'last_human_at')
>;

/** What auto-replies and triggers of flows want to happen. Only reads. */
export interface AutoReplies {
  /** The rule that answers, with the labels of those before it that only label. A trigger starts its flow. */
  choose(chat: Chat, incoming: Incoming, deciding: Time, only?: 'interrupting'): Promise<Plan | null>;
  /** Public id of the flow that the text starts, without regard to rules and to triggers for any text. Null: none. */
  flowFor(chat: Chat, incoming: Incoming, deciding: Time): Promise<string | null>;
  /** `always`: of those that also precede the answer of a rule or a flow. */
  greeting(chat: Chat, incoming: Incoming, deciding: Time, only?: 'always'): Promise<Preface | null>;
  away(chat: Chat, incoming: Pick<Incoming, 'text' | 'came_by'>, deciding: Time): Promise<Preface | null>;
  /** Whether a rule or a trigger keeps the text from the assistant. */
  takes(asked: Asked, incoming: Pick<Incoming, 'text' | 'opens'>, deciding: Time): Promise<boolean>;
}

interface Question {
  kind: RuleKind;
  text: string | null;
  cameBy: CameBy | null;
  at: Date;
  isFirst: boolean;
  isDuringFlow: boolean;
}

interface Found extends Candidate {
  hours: Hours;
}

interface Parts {
  db: Context['db'];
  approve: Approve;
  pieces: Pieces;
  cache: RuleCache;
}

export function openAutoReplies(
  { db }: Pick<Context, 'db'>,
  { approve = approveBy({ db }), pieces = new Pieces() }: { approve?: Approve; pieces?: Pieces } = {},
): AutoReplies {
  const parts = { db, approve, pieces, cache: new RuleCache({ db }, pieces) };
  return {
    async choose(chat, incoming, { at }, only) {
      const isDuringFlow = only === 'interrupting';
      const question = { kind: 'keyword', ...askedBy(incoming), at, isDuringFlow } as const;
      const plans: Plan[] = [];
      for await (const found of answering(parts, chat, question)) {
        const plan = found.rule.is_trigger ? startOf(found) : await planOf(parts, chat, found, at);
        plans.push(plan);
        if (plan.outcome !== 'tagged') break;
      }
      return joined(plans);
    },
    async flowFor(chat, incoming, { at }) {
      const question = { kind: 'keyword', ...askedBy(incoming), at, isDuringFlow: false } as const;
      const isWanted = ({ is_trigger, definition }: Rule) => is_trigger && definition.match !== 'any';
      return (await firstOf(parts, chat, question, isWanted))?.rule.rule_uuid ?? null;
    },
    async greeting(chat, incoming, { at }, only) {
      const question = { kind: 'greeting', ...askedBy(incoming), at, isDuringFlow: false } as const;
      const isWanted = ({ definition }: Rule) => only !== 'always' || definition.greet_always;
      const found = await firstOf(parts, chat, question, isWanted);
      return found && prefaceOf(parts, chat, found, at);
    },
    async away(chat, incoming, { at }) {
      const asked = { ...askedBy({ ...incoming, opens: false }), at, isDuringFlow: false };
      const question = { kind: 'away', ...asked } as const;
      const found = await firstOf(parts, chat, question);
      return found && prefaceOf(parts, chat, found, at);
    },
    async takes(asked, incoming, { at }) {
      const question = { kind: 'keyword', ...askedBy(incoming), at, isDuringFlow: false } as const;
      const isWanted = (rule: Rule) => !onlyLabels(rule);
      return (await firstOf(parts, asked, question, isWanted)) !== null;
    },
  };
}

const askedBy = ({ text, came_by, opens }: Pick<Incoming, 'text' | 'came_by' | 'opens'>) => ({
  ...{ text, cameBy: came_by ?? null, isFirst: opens },
});

/** The last plan answers. Those before it only set labels, and leave the message to the next rule. */
function joined(plans: readonly Plan[]): Plan | null {
  const last = plans.at(-1);
  if (!last || plans.length === 1) return last ?? null;
  return {
    ...last,
    addLabels: plans.flatMap(({ addLabels = [] }) => addLabels),
    removeLabels: plans.flatMap(({ removeLabels = [] }) => removeLabels),
    async save(tx, now) {
      for (const { save } of plans) if (save && !(await save(tx, now))) return false;
      return true;
    },
  };
}

async function firstOf(...asked: Parameters<typeof answering>): Promise<Found | null> {
  for await (const found of answering(...asked)) return found;
  return null;
}

/** The rules that can answer, each once, in their order. */
async function* answering(
  { db, pieces, cache }: Parts,
  chat: Asked,
  question: Question,
  isWanted: (rule: Rule) => boolean = () => true,
): AsyncGenerator<Found> {
  const rules = await cache.rulesOf(chat);
  const candidates = rules[question.kind];
  const now = { ...question, device_uuid: chat.device_uuid };
  const occasionFor = occasions(db, chat, now, rules);
  const said = listen(question.text);
  const seen = new Set<Rule>();
  const isNear = (rule: Rule) => !seen.has(rule) && isWanted(rule) && !plainObstacle(rule, now);
  for (let start = 0; ; start += 1) {
    start = await pieces.run(chat.account_id, nextMatch(candidates, said, { start, isNear }));
    const candidate = candidates[start];
    if (!candidate) return;
    seen.add(candidate.rule);
    const occasion = await occasionFor(candidate.rule);
    if (obstacleOf(candidate.rule, occasion) === null) yield { ...candidate, hours: occasion.hours };
  }
}

/** Hours, tags and cool-downs are read once, when a rule depends on them. */
function occasions(
  db: Context['db'],
  chat: Asked,
  { text, cameBy, at, isFirst, isDuringFlow, device_uuid }: Question & { device_uuid: string },
  rules: RuleSet,
): (rule: Rule) => Promise<Occasion> {
  const hours = once(() => hoursOf(db, chat.account_id, chat.device_id));
  const tags = once(() => findTags({ db }, chat.account_id, chat.phone));
  const afterBroadcast = once(() => answersBroadcast(db, chat, at));
  const pauses = once(() => findPauses(db, keyOf(chat), pausing(rules), at));
  return async (rule) => ({
    ...{ at, isFirst, isDuringFlow, device_uuid, lastHumanAt: chat.last_human_at },
    language: needsLanguage(rule) ? languageOf(text ?? '') : null,
    hours: needsHours(rule) ? await hours() : NEVER_ASKED,
    pauses: canPause(rule) ? await pauses() : NO_PAUSES,
    customer: {
      ...{ isNew: isNew(chat), labels: chat.labels, tags: needsTags(rule) ? await tags() : [] },
      isAfterBroadcast: needsBroadcast(rule) && (await afterBroadcast()),
      cameBy,
    },
  });
}

const NO_PAUSES = new Map<number, Date>();

/** The conversation was never closed before. */
export const isNew = ({ episode }: Pick<Chat, 'episode'>): boolean => episode <= 1;

/** Row ids of rules that can be in a cool-down. */
export const pausing = (rules: RuleSet): number[] => [
  ...new Set(
    Object.values(rules)
      .flat()
      .flatMap(({ rule }) => (canPause(rule) ? [rule.id] : [])),
  ),
];

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

/** The arbiter starts the flow. */
function startOf({ rule, pattern }: Found): Plan {
  const { rule_uuid: flow, definition } = rule;
  return {
    ...{ stage: 'flow', outcome: 'answered', reason: reasonOf(definition.match, pattern) },
    ...{ flow_id: flow, startFlow: flow, replies: [] },
  };
}

const reasonOf = (match: string, pattern: Candidate['pattern']): string =>
  pattern ? `${match}: ${pattern.text}` : match;

async function planOf(parts: Parts, chat: Chat, { rule, pattern, hours }: Found, at: Date): Promise<Plan> {
  const { definition, rule_uuid } = rule;
  const { hand_off, start_flow, add_labels, remove_labels, match } = definition;
  const { replies, refused } = await repliesOf(parts, chat, rule);
  const labels = {
    ...(add_labels.length > 0 && { addLabels: add_labels }),
    ...(remove_labels.length > 0 && { removeLabels: remove_labels }),
  };
  const by = { stage: 'rule', rule_id: rule_uuid, ...labels } as const;
  if (refused) {
    const end = { to: 'human_waiting', reason: 'template_not_sent', text: null } as const;
    return { ...by, outcome: 'handed_off', reason: refused, replies: [], end };
  }
  return {
    ...by,
    outcome: hand_off ? 'handed_off' : onlyLabels(rule) ? 'tagged' : 'answered',
    reason: reasonOf(match, pattern),
    replies,
    ...(start_flow !== null && { startFlow: start_flow }),
    // The messages of the rule are the hand-off text.
    ...(hand_off && { end: { to: 'human_waiting', reason: 'rule', text: replies.length > 0 ? '' : null } }),
    ...saveOf(chat, rule, { at, hours }),
  };
}

async function prefaceOf(parts: Parts, chat: Chat, { rule, hours }: Found, at: Date): Promise<Preface> {
  const { replies } = await repliesOf(parts, chat, rule);
  return {
    rule_id: rule.rule_uuid,
    replies: replies.map((reply) => ({ ...reply, by: { ...reply.by, is_notice: true } })),
    ...saveOf(chat, rule, { at, hours }),
  };
}

/** As the engine of the device sends them. `refused`: a template cannot be sent, and nothing else is. */
async function repliesOf(
  parts: Parts,
  chat: Chat,
  { definition, rule_uuid }: Rule,
): Promise<{ replies: PlannedReply[]; refused?: TemplateRefusal }> {
  const values = valuesFor(chat);
  const by = { kind: 'rule', rule_id: rule_uuid } as const;
  const replies: PlannedReply[] = [];
  for (const reply of definition.replies) {
    if (reply.type !== 'template') {
      replies.push({ ...renderContent(reply, values, chat.engine), ...shownChoices(reply), by });
      continue;
    }
    const written = await writeTemplate(parts, parts.approve, chat, reply.template, renderValue(values));
    if ('refused' in written) return { replies: [], ...written };
    replies.push({ ...written.content, by });
  }
  return { replies };
}

function saveOf(chat: Chat, rule: Rule, { at, hours }: { at: Date; hours: Hours }): Pick<Plan, 'save'> {
  const until = pauseUntil(rule, at, hours);
  if (until === null) return {};
  return { save: (tx) => beginPause(tx, { ...keyOf(chat), ruleId: rule.id, at, until }) };
}

export const keyOf = ({ account_id: accountId, conversation_id: conversationId }: Asked) => ({
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
