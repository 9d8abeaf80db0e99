import type { Context } from '../../context.ts';
import { findTags } from '../../gateway/contacts/contact.ts';
import { findNamed } from '../../gateway/contacts/placeholders.ts';
import { hoursOf } from '../../gateway/hours/hours.ts';
import { nextOpening } from '../../gateway/hours/opening.ts';
import { DAY, SECOND } from '../../platform/lib/clock.ts';
import { once } from '../../platform/lib/once.ts';
import { answersBroadcast } from '../answered-broadcast.ts';
import type { RuleProducer } from '../arbiter/producers.ts';
import type { CameBy, Chat, Deciding, Incoming } from '../chat.ts';
import { shownChoices } from '../choices.ts';
import { textsIn } from '../content.ts';
import { languageOf } from '../languages/spoken.ts';
import { prepareText } from '../matching.ts';
import { Pieces } from '../pieces.ts';
import type { Plan, PlannedReply, Preface } from '../plan.ts';
import type { TemplateRefusal } from '../template-refusals.ts';
import { type Approve, approveBy, writeTemplate } from '../templates.ts';
import { renderContent, renderValue, valuesFor } from '../texts.ts';
import type { RuleKind } from './definition.ts';
import { beginPause, findPauses } from './pause-store.ts';
import {
  type Candidate,
  matching,
  type Occasion,
  obstacleOf,
  onlyLabels,
  plainObstacle,
  type Rule,
} from './rule.ts';
import { RuleCache } from './rule-set.ts';

/** A shop that never opens says so again after this time. */
const LONGEST_CLOSURE_MS = 30 * DAY;

type Time = Pick<Deciding, 'at'>;
/** What conditions of rules read of a conversation. */
type Asked = Pick<
  Chat,
  | ('account_id' | 'conversation_id' | 'automation_version' | 'device_id' | 'device_uuid' | 'phone')
  | ('labels' | 'episode' | 'last_human_at')
>;

/**
 * What auto-replies and triggers of flows want to happen. Only reads. `choose`: a trigger starts its flow; labels of
 * rules that only label come with the rule that answers.
 */
export interface AutoReplies extends RuleProducer {
  /** Public id of the flow that the text starts, without regard to rules and to triggers for any text. Null: none. */
  flowFor(chat: Chat, incoming: Incoming, deciding: Time): Promise<string | null>;
  away(chat: Chat, incoming: Pick<Incoming, 'text' | 'came_by'>, deciding: Time): Promise<Preface | null>;
  /** Whether a rule or a trigger keeps the text from the assistant. */
  takes(asked: Asked, incoming: Pick<Incoming, 'text' | 'opens'>, deciding: Time): Promise<boolean>;
}

interface Question extends Pick<Occasion, 'at' | 'isFirst' | 'isDuringFlow'> {
  text: string | null;
  cameBy: CameBy | null;
}

interface Found extends Candidate {
  occasion: Occasion;
}

interface Parts {
  db: Context['db'];
  approve: Approve;
  pieces: Pieces;
  cache: RuleCache;
}

export function openAutoReplies(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { approve = approveBy(ctx), pieces = new Pieces() }: { approve?: Approve; pieces?: Pieces } = {},
): AutoReplies {
  const { db } = ctx;
  const parts = { db, approve, pieces, cache: new RuleCache(db, pieces) };
  return {
    async choose(chat, incoming, { at }, only) {
      const question = questionOf(incoming, at, only === 'interrupting');
      const plans: Plan[] = [];
      for await (const found of answering(parts, chat, 'keyword', question)) {
        const plan = found.rule.is_trigger ? startOf(found) : await planOf(parts, chat, found);
        plans.push(plan);
        if (plan.outcome !== 'tagged') break;
      }
      return joined(plans);
    },
    async flowFor(chat, incoming, { at }) {
      const isWanted = ({ is_trigger, definition }: Rule) => is_trigger && definition.match !== 'any';
      const found = await firstOf(parts, chat, 'keyword', questionOf(incoming, at), isWanted);
      return found?.rule.rule_uuid ?? null;
    },
    async greeting(chat, incoming, { at }, only) {
      const isWanted = ({ definition }: Rule) => only !== 'always' || definition.greet_always;
      const found = await firstOf(parts, chat, 'greeting', questionOf(incoming, at), isWanted);
      return found && prefaceOf(parts, chat, found);
    },
    async away(chat, incoming, { at }) {
      const found = await firstOf(parts, chat, 'away', questionOf({ ...incoming, opens: false }, at));
      return found && prefaceOf(parts, chat, found);
    },
    async takes(asked, incoming, { at }) {
      const isWanted = (rule: Rule) => !onlyLabels(rule);
      return (await firstOf(parts, asked, 'keyword', questionOf(incoming, at), isWanted)) !== null;
    },
  };
}

const questionOf = (
  { text, came_by, opens }: Pick<Incoming, 'text' | 'came_by' | 'opens'>,
  at: Date,
  isDuringFlow = false,
): Question => ({ text, cameBy: came_by ?? null, isFirst: opens, at, isDuringFlow });

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
  kind: RuleKind,
  question: Question,
  isWanted: (rule: Rule) => boolean = () => true,
): AsyncGenerator<Found> {
  const rules = await cache.rulesOf(chat);
  const occasion = occasionOf(db, chat, question);
  const isNear = (rule: Rule) => isWanted(rule) && !plainObstacle(rule, occasion);
  const pause = pieces.pauseOf(chat.account_id);
  for await (const candidate of matching(rules[kind], prepareText(question.text), pause, isNear))
    if ((await obstacleOf(candidate.rule, occasion)) === null) yield { ...candidate, occasion };
}

export function occasionOf(
  db: Context['db'],
  chat: Asked,
  { text, cameBy, at, isFirst, isDuringFlow }: Question,
): Occasion {
  return {
    device_uuid: chat.device_uuid,
    at,
    isFirst,
    isDuringFlow,
    lastHumanAt: chat.last_human_at,
    language: () => languageOf(text ?? ''),
    hours: once(() => hoursOf(db, chat.account_id, chat.device_id)),
    pauses: once(() => findPauses(db, chat, at)),
    customer: {
      // The conversation was never closed before.
      isNew: chat.episode <= 1,
      labels: chat.labels,
      cameBy,
      tags: once(() => findTags({ db }, chat.account_id, chat.phone)),
      answersBroadcast: once(() => answersBroadcast(db, chat, at)),
    },
  };
}

/** The arbiter starts the flow. */
function startOf({ rule, pattern }: Found): Plan {
  const { rule_uuid: flow, definition } = rule;
  return {
    stage: 'flow',
    outcome: 'answered',
    reason: reasonOf(definition.match, pattern),
    flow_id: flow,
    startFlow: flow,
    replies: [],
  };
}

const reasonOf = (match: string, pattern: Candidate['pattern']): string =>
  pattern ? `${match}: ${pattern.text}` : match;

async function planOf(parts: Parts, chat: Chat, { rule, pattern, occasion }: Found): Promise<Plan> {
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
    ...(await saveOf(chat, rule, occasion)),
  };
}

async function prefaceOf(parts: Parts, chat: Chat, { rule, occasion }: Found): Promise<Preface> {
  const { replies } = await repliesOf(parts, chat, rule);
  return {
    rule_id: rule.rule_uuid,
    replies: replies.map((reply) => ({ ...reply, by: { ...reply.by, is_notice: true } })),
    ...(await saveOf(chat, rule, occasion)),
  };
}

/** As the engine of the device sends them. `refused`: a template cannot be sent, and nothing else is. */
async function repliesOf(
  parts: Parts,
  chat: Chat,
  { definition, rule_uuid }: Rule,
): Promise<{ replies: PlannedReply[]; refused?: TemplateRefusal }> {
  const texts = definition.replies.flatMap(textsIn);
  const contact = await findNamed(parts.db, { id: chat.account_id }, chat.phone, texts);
  const customer = { values: valuesFor(chat), contact };
  const by = { kind: 'rule', rule_id: rule_uuid } as const;
  const replies: PlannedReply[] = [];
  for (const reply of definition.replies) {
    if (reply.type !== 'template') {
      replies.push({ ...renderContent(reply, customer, chat.engine), ...shownChoices(reply), by });
      continue;
    }
    const written = await writeTemplate(parts, parts.approve, chat, reply.template, renderValue(customer));
    if ('refused' in written) return { replies: [], ...written };
    replies.push({ ...written.content, by });
  }
  return { replies };
}

async function saveOf(chat: Chat, rule: Rule, occasion: Occasion): Promise<Pick<Plan, 'save'>> {
  const { account_id, conversation_id } = chat;
  const { at } = occasion;
  const until = await pauseUntil(rule, occasion);
  if (until <= at) return {};
  return { save: (tx) => beginPause(tx, { account_id, conversation_id, ruleId: rule.id, at, until }) };
}

/** When the rule may answer again in this conversation. */
async function pauseUntil({ kind, definition }: Rule, { at, hours }: Occasion): Promise<Date> {
  const { cooldown_seconds, greet_after_days } = definition;
  const opensAt = kind === 'away' ? nextOpening(await hours(), at) : null;
  const waits = [cooldown_seconds * SECOND, (greet_after_days ?? 0) * DAY];
  if (kind === 'away') waits.push(opensAt ? opensAt.getTime() - at.getTime() : LONGEST_CLOSURE_MS);
  return new Date(at.getTime() + Math.max(...waits));
}
