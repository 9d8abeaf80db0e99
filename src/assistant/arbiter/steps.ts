import type { Context } from '../../context.ts';
import { once } from '../../platform/lib/once.ts';
import { smallTalkOf } from '../answering/small-talk.ts';
import { asTapped, type Chat, type Deciding, type Incoming, isArrival } from '../chat.ts';
import { EXIT_WORD, type Plan, type Preface } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import { asksForPerson, isOneOf } from './person-words.ts';
import type { Producers } from './producers.ts';
import { handedOff, noticed, noticeOf, silent, type Verdict } from './verdict.ts';

export interface Case {
  ctx: Context;
  producers: Producers;
  chat: StepChat;
  deciding: Deciding;
  /** None: a flow wakes. */
  messages: readonly Incoming[];
  /** Of rules that only label. Null: not looked for yet. */
  labels: Plan[] | null;
  /** A flow that the customer left. A rule for the exit word comes before the text of Kurir. */
  left: Plan | null;
  isInFlow(): Promise<boolean>;
  isExpected(): Promise<boolean>;
}

export type StepChat = Chat &
  Pick<
    ReadChat,
    | ('owner_state' | 'owner_reason' | 'settings' | 'recent' | 'rejects_calls' | 'is_queue_noticed')
    | 'hands_off'
  >;

/** Null: the next step decides. */
export type Step = (given: Case) => Promise<Verdict | null>;

/** Of one message. What none takes is read with the messages that follow. Reference "Automation and inbox", 2.3. */
export const MESSAGE_STEPS: readonly Step[] = [owner, person, runningFlow, rule, leftFlow];
/** Of messages together. The last step takes everything. */
export const TOGETHER_STEPS: readonly Step[] = [staffHasIt, labels, greeting, assistant, media, staff];
export const WAKE_STEPS: readonly Step[] = [staffHasIt, wake, backFromQueue];

export function caseOf(given: Pick<Case, 'ctx' | 'producers' | 'chat' | 'deciding' | 'messages'>): Case {
  const { producers, chat, deciding, messages } = given;
  const [message] = messages;
  return {
    ...given,
    labels: null,
    left: null,
    isInFlow: once(() => producers.flows.isRunning(chat)),
    isExpected: once(async () => (message ? producers.flows.expects(chat, message, deciding) : false)),
  };
}

export async function decideBy(steps: readonly Step[], given: Case): Promise<Verdict | null> {
  for (const step of steps) {
    const verdict = await step(given);
    if (verdict) return verdict;
  }
  return null;
}

/** The owner changed while messages waited. */
async function staffHasIt({ chat: { owner_state: state } }: Case): Promise<Verdict | null> {
  return state === 'bot' ? null : silent('owner', state);
}

/** The customer reads once that staff is awaited, or that the shop is closed. */
async function owner(given: Case): Promise<Verdict | null> {
  const { producers, chat, deciding } = given;
  const { owner_state: state, settings } = chat;
  if (state === 'bot') return null;
  if (state === 'closed') return silent('owner', state);
  const message = firstOf(given);
  const away = await producers.rules.away(chat, message, deciding);
  if (away) return noticed('away', state, [away]);
  const { queue_text: text } = settings;
  if (state === 'human_active' || text === null || chat.is_queue_noticed) return silent('owner', state);
  return noticed('queue', state, [{ replies: [noticeOf(text)] }]);
}

async function person(given: Case): Promise<Verdict | null> {
  const message = firstOf(given);
  const { text } = message.picked && (await given.isInFlow()) ? message : asTapped(message);
  if (!asksForPerson(text, given.chat.settings.person_words) || (await given.isExpected())) return null;
  return handedOff('person', 'asked_for_person', { text: await handOffTextFor(given, text) });
}

/** A rule that interrupts it, an exit word, or the flow itself. */
async function runningFlow(given: Case): Promise<Verdict | null> {
  const { producers, chat, deciding } = given;
  if (!(await given.isInFlow())) return null;
  const message = firstOf(given);
  const interrupting = await producers.rules.choose(chat, message, deciding, 'interrupting');
  if (interrupting && !(await given.isExpected()) && !isLabel(given, interrupting))
    return startedBy(given, interrupting);
  const leaves = isOneOf(message.text, chat.settings.exit_words) && !(await given.isExpected());
  const plan = await (leaves ? producers.flows.leave : producers.flows.continue)(chat, message, deciding);
  if (!plan) return null;
  if (plan.outcome !== 'ended' || plan.reason !== EXIT_WORD) return startedBy(given, plan);
  given.left = plan;
  return null;
}

async function rule(given: Case): Promise<Verdict | null> {
  const plan = await given.producers.rules.choose(given.chat, asTapped(firstOf(given)), given.deciding);
  given.labels ??= [];
  return plan && !isLabel(given, plan) ? startedBy(given, plan) : null;
}

function isLabel(given: Case, plan: Plan): boolean {
  if (plan.outcome !== 'tagged') return false;
  given.labels ??= [];
  if (given.labels.every(({ rule_id }) => rule_id !== plan.rule_id)) given.labels.push(plan);
  return true;
}

/** Staff answers when the flow that it starts is gone. */
async function startedBy(given: Case, plan: Plan): Promise<Verdict> {
  const { producers, chat, deciding, left } = given;
  const message = asTapped(firstOf(given));
  const started = plan.startFlow && (await producers.flows.start(chat, plan.startFlow, message, deciding));
  if (started) return carriedOut(given, message, [plan, started]);
  const end = { to: 'human_waiting', reason: 'flow_failed' } as const;
  return carriedOut(given, message, [...(left ? [left] : []), plan.startFlow ? { ...plan, end } : plan]);
}

async function leftFlow(given: Case): Promise<Verdict | null> {
  const { producers, chat, left } = given;
  if (!left) return null;
  const message = asTapped(firstOf(given));
  const body = await producers.assistant.exitText(chat, { text: message.text });
  const by = { kind: 'flow' as const, ...(left.flow_id !== undefined && { flow_id: left.flow_id }) };
  return carriedOut(given, message, [{ ...left, replies: [{ type: 'text', body, by }] }]);
}

async function labels(given: Case): Promise<null> {
  if (given.labels) return null;
  given.labels = [];
  for (const message of given.messages.map(asTapped)) {
    const plan = await given.producers.rules.choose(given.chat, message, given.deciding);
    if (plan) isLabel(given, plan);
  }
  return null;
}

/** Also of an arrival without words. */
async function greeting(given: Case): Promise<Verdict | null> {
  const { producers, chat, deciding } = given;
  const message = wholeOf(given);
  if (message.text !== '' && smallTalkOf(message.text ?? '') !== 'greeting') return null;
  const plans = given.labels ?? [];
  // The customer said hello, and what followed is answered.
  const isAnswered = chat.recent.some(({ taken }) => taken >= message.at.getTime());
  if (isAnswered) return silent('none', 'greeting', plans);
  const preface = await prefaceOf(given, message, null);
  if (!preface) return null;
  const away = await producers.rules.away(chat, message, deciding);
  const prefaces = [asAnswer(preface), ...(away ? [away] : [])];
  return { stage: 'rule', outcome: 'answered', reason: 'greeting', plans, prefaces, end: null };
}

const asAnswer = (preface: Preface): Preface => ({
  ...preface,
  replies: preface.replies.map(({ by: { is_notice: _, ...by }, ...reply }) => ({ ...reply, by })),
});

async function assistant(given: Case): Promise<Verdict | null> {
  const { producers, chat, deciding, messages } = given;
  const plan = await producers.assistant.answer(chat, messages.map(asTapped), deciding);
  return plan && carriedOut(given, wholeOf(given), [plan]);
}

/** A rejected caller has the text of the account. */
async function media(given: Case): Promise<Verdict | null> {
  const { chat, messages } = given;
  const message = wholeOf(given);
  const isEach = (type: string) => messages.every((each) => each.type === type);
  const { action, sticker_action, text } = chat.settings.media;
  const isRejected = chat.rejects_calls && isEach('call');
  const then = isRejected ? 'ignore' : isEach('sticker') ? sticker_action : action;
  if (message.text !== null || then === 'hand_off') return null;
  const preface = await prefaceOf(given, message, null);
  const notice = then === 'reply' && text ? [{ replies: [noticeOf(text)] }] : [];
  const prefaces = [...(preface ? [preface] : []), ...notice];
  const plans = given.labels ?? [];
  if (prefaces.length === 0) return silent('none', 'unsupported_message', plans);
  return noticed('none', 'unsupported_message', prefaces, plans);
}

/** The text of the closed shop takes the place of the hand-off's. */
async function staff(given: Case): Promise<Verdict> {
  const { producers, chat, deciding } = given;
  const message = wholeOf(given);
  const preface = await prefaceOf(given, message, null);
  const away = await producers.rules.away(chat, message, deciding);
  const prefaces = [preface, away].filter((each) => each !== null);
  const reason = message.text === null ? 'unsupported_message' : 'no_answer';
  const text = away ? null : await handOffTextFor(given, message.text);
  return handedOff(away ? 'away' : 'none', reason, { plans: given.labels ?? [], prefaces, text });
}

async function wake(given: Case): Promise<Verdict | null> {
  const plan = await given.producers.flows.wake(given.chat, given.deciding);
  if (!plan) return null;
  const { outcome, reason } = plan;
  const end = await endOf(given, [plan], null);
  return { stage: 'flow', outcome, reason, plans: [plan], prefaces: [], end };
}

async function backFromQueue({ chat }: Case): Promise<Verdict> {
  const { queue_return_text: text } = chat.settings;
  if (chat.owner_reason !== 'queue_return' || text === null || chat.is_queue_noticed)
    return silent('flow', 'nothing_to_do');
  return noticed('queue', 'queue_return', [{ replies: [noticeOf(text)] }]);
}

function firstOf({ messages: [message] }: Case): Incoming {
  if (!message) throw new Error('a step needs a message');
  return message;
}

/** The messages as one. */
function wholeOf({ messages }: Case): Incoming {
  const all = messages.map(asTapped);
  const last = all.at(-1);
  if (!last) throw new Error('a step needs a message');
  const text = all.flatMap((each) => each.text ?? []).join('\n') || (all.every(isArrival) ? '' : null);
  const came_by = all.findLast((each) => each.came_by)?.came_by;
  return { ...last, text, opens: all.some(({ opens }) => opens), ...(came_by && { came_by }) };
}

/** The first plan names the stage, and the last one the end. */
async function carriedOut(given: Case, message: Incoming, plans: readonly Plan[]): Promise<Verdict> {
  const [first] = plans;
  if (!first) throw new Error('a verdict needs a plan');
  const { stage, reason } = first;
  const end = await endOf(given, plans, message.text);
  const preface = await prefaceOf(given, message, stage);
  return {
    stage,
    reason,
    outcome: end?.to === 'human_waiting' ? 'handed_off' : (plans.at(-1)?.outcome ?? first.outcome),
    plans: [...(given.labels ?? []), ...plans],
    prefaces: preface ? [preface] : [],
    end,
  };
}

async function endOf(given: Case, plans: readonly Plan[], text: string | null): Promise<Verdict['end']> {
  const end = plans.at(-1)?.end ?? plans[0]?.end ?? null;
  if (end?.to !== 'human_waiting') return end;
  const last = end.text ?? (await handOffTextFor(given, text));
  return { ...end, text: last === '' ? null : last };
}

/** Only some greetings precede the answer of a rule or a flow. */
function prefaceOf(
  { producers, chat, deciding }: Case,
  message: Incoming,
  stage: Plan['stage'] | null,
): Promise<Preface | null> {
  const only = stage === null || stage === 'assistant' ? undefined : 'always';
  return producers.rules.greeting(chat, message, deciding, only);
}

export function handOffTextFor(
  { producers, chat, deciding: { at } }: Pick<Case, 'producers' | 'chat' | 'deciding'>,
  text: string | null,
): Promise<string | null> {
  return producers.assistant.handOffText(chat, { at, text });
}
