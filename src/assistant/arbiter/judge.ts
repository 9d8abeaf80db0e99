import type { Context } from '../../context.ts';
import { smallTalkOf } from '../answering/small-talk.ts';
import { type Deciding, type Incoming, isArrival, meantBy } from '../chat.ts';
import { EXIT_WORD, type HandOffReason, type Plan, type Preface } from '../plan.ts';
import type { ReadChat } from './chat-store.ts';
import { asksForPerson, isOneOf } from './person-words.ts';
import type { Producers } from './producers.ts';
import type { AutomationSettings } from './settings/schema.ts';
import { handedOff, noticed, noticeOf, silent, type Verdict } from './verdict.ts';

export interface Case {
  ctx: Context;
  producers: Producers;
  chat: ReadChat;
  settings: AutomationSettings;
  deciding: Deciding;
}

/**
 * What takes a message at once: a word for a person, the owner, a flow, a rule. Null: nothing does, and the assistant
 * reads it with the messages that follow. Source: reference "Automation and inbox", 2.3.
 */
export async function judgeAtOnce(given: Case, incoming: Incoming): Promise<Verdict | null> {
  const { chat, settings } = given;
  if (chat.owner_state === 'human_waiting') return tellQueue(given, incoming);
  if (chat.owner_state === 'human_active') return tellAway(given, incoming);
  if (chat.owner_state !== 'bot') return silent('owner', chat.owner_state);
  const { producers, deciding } = given;
  const offered = once(() => producers.flows.offers(chat, incoming, deciding));
  const isInFlow = once(() => producers.flows.isRunning(chat));
  const meant = meantBy(incoming);
  const said = incoming.picked && (await isInFlow()) ? incoming : meant;
  if (asksForPerson(said.text, settings.person_words) && !(await offered())) {
    return handOff(given, 'person', { reason: 'asked_for_person', said: said.text });
  }
  const found = await plansFor(given, incoming, { offered, isInFlow });
  return found && carriedOut(given, meant, found);
}

/** While staff is awaited: that it is away, or once that the customer is in the queue. */
async function tellQueue(
  { producers, chat, settings, deciding }: Case,
  incoming: Incoming,
): Promise<Verdict> {
  const away = await producers.rules.away(chat, incoming, deciding);
  if (away) return noticed('away', 'human_waiting', [away]);
  const { queue_text: text } = settings;
  if (text === null || chat.is_queue_noticed) return silent('owner', 'human_waiting');
  return noticed('queue', 'human_waiting', [{ replies: [noticeOf(text)] }]);
}

/** While staff has the conversation: that it is away now. */
async function tellAway({ producers, chat, deciding }: Case, incoming: Incoming): Promise<Verdict> {
  const away = await producers.rules.away(chat, incoming, deciding);
  return away ? noticed('away', 'human_active', [away]) : silent('owner', 'human_active');
}

/** What happens, and rules that only label beside it. */
interface Found {
  plans: readonly Plan[];
  labels: readonly Plan[];
}

/**
 * `offered`: whether the running flow offers the message as a choice or command. Then the flow takes it. The number of
 * a menu is an answer to the question of a flow, and for all others the title.
 */
async function plansFor(
  given: Case,
  incoming: Incoming,
  { offered, isInFlow }: { offered: () => Promise<boolean>; isInFlow: () => Promise<boolean> },
): Promise<Found | null> {
  const { producers, chat, settings, deciding } = given;
  const { flows, rules } = producers;
  const meant = meantBy(incoming);
  const labels: Plan[] = [];
  /** A rule that only labels leaves the message to the next producer. */
  const answering = (plan: Plan | null): Plan | null => {
    if (plan === null || !onlyLabels(plan)) return plan;
    if (labels.every(({ rule_id }) => rule_id !== plan.rule_id)) labels.push(plan);
    return null;
  };
  const interrupting = async () => {
    const plan = await rules.choose(chat, incoming, deciding, 'interrupting');
    return plan && (await offered()) ? null : answering(plan);
  };
  const fromFlow = async () =>
    isOneOf(incoming.text, settings.exit_words) && !(await offered())
      ? flows.leave(chat, incoming, deciding)
      : flows.continue(chat, incoming, deciding);
  const taken = (await isInFlow()) && ((await interrupting()) || (await fromFlow()));
  const left = taken && taken.outcome === 'ended' && taken.reason === EXIT_WORD ? taken : null;
  const plan = (!left && taken) || answering(await rules.choose(chat, meant, deciding));
  if (!plan) return left && { plans: [await withExitText(given, left, meant)], labels };
  const started = plan.startFlow && (await flows.start(chat, plan.startFlow, meant, deciding));
  if (started) return { plans: [plan, started], labels };
  // A flow that is gone must not leave the customer without an answer.
  const end = { to: 'human_waiting', reason: 'flow_failed' } as const;
  return { plans: [...(left ? [left] : []), plan.startFlow ? { ...plan, end } : plan], labels };
}

/** The customer who leaves a flow gets a text, unless an auto-reply has the word. */
async function withExitText({ producers, chat }: Case, left: Plan, { text: said }: Incoming): Promise<Plan> {
  const body = await producers.assistant.exitText(chat, { said });
  const by = { kind: 'flow' as const, ...(left.flow_id !== undefined && { flow_id: left.flow_id }) };
  return { ...left, replies: [{ type: 'text', body, by }] };
}

const onlyLabels = ({ outcome }: Plan): boolean => outcome === 'tagged';

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/** The first plan names the stage, and the last one the end. */
async function carriedOut(given: Case, incoming: Incoming, { plans, labels }: Found): Promise<Verdict> {
  const [first] = plans;
  if (!first) throw new Error('a verdict needs a plan');
  const { stage, reason } = first;
  const outcome = plans.at(-1)?.outcome ?? first.outcome;
  const end = await endOf(given, plans, incoming.text);
  const preface = await greeting(given, incoming, stage);
  const prefaces = preface ? [preface] : [];
  return {
    stage,
    outcome: end?.to === 'human_waiting' ? 'handed_off' : outcome,
    reason,
    plans: [...labels, ...plans],
    prefaces,
    end,
  };
}

async function endOf(given: Case, plans: readonly Plan[], said: string | null): Promise<Verdict['end']> {
  const end = plans.at(-1)?.end ?? plans[0]?.end ?? null;
  if (end?.to !== 'human_waiting') return end;
  const text = end.text ?? (await handOffTextFor(given, said));
  return { ...end, text: text === '' ? null : text };
}

/** A greeting precedes the answer of a rule or a flow only when it always does. */
function greeting(
  { producers, chat, deciding }: Case,
  incoming: Incoming,
  stage: Plan['stage'] | null,
): Promise<Preface | null> {
  const only = stage === null || stage === 'assistant' ? undefined : 'always';
  return producers.rules.greeting(chat, incoming, deciding, only);
}

/** The messages that nothing took, read together: the assistant, the away text, or staff. */
export async function judgeTurn(given: Case, written: readonly Incoming[]): Promise<Verdict> {
  const { producers, chat, deciding } = given;
  const turn = written.map(meantBy);
  const last = turn.at(-1);
  if (!last) throw new Error('a turn has a message');
  if (chat.owner_state !== 'bot') return silent('owner', chat.owner_state);
  const said = turn.flatMap(({ text }) => text ?? []).join('\n') || (turn.every(isArrival) ? '' : null);
  const came_by = turn.findLast((incoming) => incoming.came_by)?.came_by;
  const opens = turn.some((incoming) => incoming.opens);
  const whole = { ...last, text: said, opens, ...(came_by && { came_by }) };
  const labels = await labelsFor(given, turn);
  const greeted = await answeredByGreeting(given, whole, labels);
  if (greeted) return greeted;
  const plan = await producers.assistant.answer(chat, turn, deciding);
  if (plan) return carriedOut(given, whole, { plans: [plan], labels });
  const { action, text } = mediaPolicy(given, turn);
  if (said === null && action !== 'hand_off') {
    return leaveUnread(given, whole, { labels, text: action === 'reply' ? text : null });
  }
  return nothingAnswers(given, whole, labels);
}

/** Rules that only label took none of the messages. */
async function labelsFor({ producers, chat, deciding }: Case, turn: readonly Incoming[]): Promise<Plan[]> {
  const byRule = new Map<string | undefined, Plan>();
  for (const incoming of turn) {
    const plan = await producers.rules.choose(chat, incoming, deciding);
    if (plan && onlyLabels(plan)) byRule.set(plan.rule_id, plan);
  }
  return [...byRule.values()];
}

/**
 * A rule greets back, also an arrival without words, unless something else has answered since. Null: the message is
 * more than a greeting, or no rule greets it.
 */
async function answeredByGreeting(
  given: Case,
  incoming: Incoming,
  labels: readonly Plan[],
): Promise<Verdict | null> {
  const { producers, chat, deciding } = given;
  const { text } = incoming;
  if (text !== '' && smallTalkOf(text ?? '') !== 'greeting') return null;
  // The customer said hello, and what followed is answered.
  const isAnswered = chat.recent.some(({ taken }) => taken >= incoming.at.getTime());
  if (isAnswered) return silent('none', 'greeting', labels);
  const preface = await greeting(given, incoming, null);
  if (!preface) return null;
  const away = await producers.rules.away(chat, incoming, deciding);
  const prefaces = [asAnswer(preface), ...(away ? [away] : [])];
  return { stage: 'rule', outcome: 'answered', reason: 'greeting', plans: labels, prefaces, end: null };
}

const asAnswer = (preface: Preface): Preface => ({
  ...preface,
  replies: preface.replies.map(({ by: { is_notice: _, ...by }, ...reply }) => ({ ...reply, by })),
});

/** For messages without words. A sticker asks for less than a photo. */
function mediaPolicy({ chat, settings: { media } }: Case, turn: readonly Incoming[]) {
  // The caller has the text of the account.
  if (chat.rejects_calls && turn.every(({ type }) => type === 'call'))
    return { text: null, action: 'ignore' };
  const isSticker = turn.every(({ type }) => type === 'sticker');
  return { text: media.text, action: isSticker ? media.sticker_action : media.action };
}

/** The customer reads that the automation needs words, or nothing. */
async function leaveUnread(
  given: Case,
  incoming: Incoming,
  { labels, text }: { labels: readonly Plan[]; text: string | null },
): Promise<Verdict> {
  const preface = await greeting(given, incoming, null);
  const prefaces = [...(preface ? [preface] : []), ...(text ? [{ replies: [noticeOf(text)] }] : [])];
  if (prefaces.length === 0) return silent('none', 'unsupported_message', labels);
  return noticed('none', 'unsupported_message', prefaces, labels);
}

async function nothingAnswers(given: Case, incoming: Incoming, plans: readonly Plan[]): Promise<Verdict> {
  const { producers, chat, deciding } = given;
  const preface = await greeting(given, incoming, null);
  const away = await producers.rules.away(chat, incoming, deciding);
  const prefaces = [preface, away].filter((each) => each !== null);
  const reason = incoming.text === null ? 'unsupported_message' : 'no_answer';
  // The text of the closed shop is the last one of the turn.
  const text = away ? null : await handOffTextFor(given, incoming.text);
  return handedOff(away ? 'away' : 'none', reason, { plans, prefaces, text });
}

async function handOff(
  given: Case,
  stage: Verdict['stage'],
  { reason, said }: { reason: HandOffReason; said: string | null },
): Promise<Verdict> {
  return handedOff(stage, reason, { text: await handOffTextFor(given, said) });
}

/** What the customer reads when staff takes over. Null: nothing. */
export function handOffTextFor(
  { producers, chat, deciding: { at } }: Case,
  said: string | null,
): Promise<string | null> {
  return producers.assistant.handOffText(chat, { at, said });
}

/** A flow goes on by itself. */
export async function judgeWake(given: Case): Promise<Verdict> {
  const { producers, chat, deciding } = given;
  if (chat.owner_state !== 'bot') return silent('owner', chat.owner_state);
  const plan = await producers.flows.wake(chat, deciding);
  if (!plan) return tellReturn(given);
  const { outcome, reason } = plan;
  const end = await endOf(given, [plan], null);
  return { ...{ stage: 'flow', outcome, reason, plans: [plan], prefaces: [], end } };
}

/** Staff has not come in time: the customer learns once that the automation answers again. */
function tellReturn({ chat, settings: { queue_return_text: text } }: Case): Verdict {
  if (chat.owner_reason !== 'queue_return' || text === null || chat.is_queue_noticed) {
    return silent('flow', 'nothing_to_do');
  }
  return noticed('queue', 'queue_return', [{ replies: [noticeOf(text)] }]);
}
