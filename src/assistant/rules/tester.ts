import type { Context } from '../../context.ts';
import { isOptOutWord } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import { listConversations } from '../../inbox/conversations/conversation-list.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { normalizePhone } from '../../platform/lib/phone.ts';
import { versionOf } from '../account.ts';
import { withoutStaff } from '../arbiter/after-steps.ts';
import { choiceNow } from '../arbiter/messages.ts';
import { getSettings } from '../arbiter/settings/settings.ts';
import { type Case, caseOf, decideBy, MESSAGE_STEPS, TOGETHER_STEPS } from '../arbiter/steps.ts';
import { handedOff, silent, type Verdict } from '../arbiter/verdict.ts';
import { asTapped, type CameBy, type Incoming } from '../chat.ts';
import { declineText, exitText, handOffText } from '../hand-off.ts';
import { spokenIn } from '../languages/spoken.ts';
import { EXIT_WORD, type Plan } from '../plan.ts';
import { findSettings } from '../settings/settings.ts';
import { type Explained, explain } from './explain.ts';
import { type AutoReplies, openAutoReplies } from './producer.ts';
import type { TestAutoReplies } from './tester-schema.ts';

type Given = Omit<TestAutoReplies, 'entry_point_id' | 'ad_id'> & { at: Date; came_by: CameBy | null };

export interface TestResult {
  verdict: Verdict;
  rules: readonly Explained[];
}

/** Answers texts as the arbiter does. Nothing is sent, stored or called. ApiError device_not_found. */
export function openTester(ctx: Context) {
  const rules = openAutoReplies(ctx);

  return async (account: Caller, input: TestAutoReplies): Promise<TestResult> => {
    const phone = input.phone && (normalizePhone(input.phone, account.country_code) ?? input.phone);
    const { entry_point_id = null, ad_id = null, ...asked } = input;
    const came_by = entry_point_id === null && ad_id === null ? null : { entry_point_id, ad_id };
    const given = { ...asked, phone, came_by, at: input.at ?? ctx.now() };
    const chat = await chatFor(ctx, account, given);
    const producers = { rules, flows: flowsOf(rules, given), assistant: assistantOf(ctx) };
    const deciding = { decision_id: '', at: given.at, signal: new AbortController().signal };
    const message = await messageTo(ctx, chat, given);
    const verdict = await verdictOn(caseOf({ ctx, producers, chat, deciding, messages: [message] }), message);
    const text = asTapped(message).text ?? '';
    return { verdict, rules: await explain(ctx, chat, { ...given, text }, verdict) };
  };
}

/** An opt-out ends all automation, before the arbiter is asked. */
async function verdictOn(given: Case, message: Incoming): Promise<Verdict> {
  if (given.chat.settings.ignored_phones.includes(given.chat.phone))
    return handedOff('gate', 'ignored_contact');
  const words = { type: 'text', body: message.text };
  if (await isOptOutWord(given.ctx.db, given.chat.account_id, words)) return silent('opt_out', 'opted_out');
  const verdict = await decideBy([...MESSAGE_STEPS, ...TOGETHER_STEPS], given);
  return withoutStaff(given, verdict ?? silent('none', 'nothing_to_do'), message.text);
}

/** The number of a menu counts as it would in the conversation of the customer. */
async function messageTo(ctx: Context, chat: Case['chat'], given: Given): Promise<Incoming> {
  const { text, at, came_by, first: opens } = given;
  const picked = await choiceNow(ctx, chat, text);
  return {
    id: 0,
    public_id: null,
    type: 'text',
    text,
    choice_id: null,
    at,
    opens,
    ...(came_by && { came_by }),
    ...(picked && { picked }),
  };
}

/** Flows do not run: their nodes may call servers. */
function flowsOf({ flowFor }: AutoReplies, { during_flow }: Given): Case['producers']['flows'] {
  const plan = (more: Partial<Plan>): Plan => ({
    stage: 'flow',
    outcome: 'answered',
    reason: 'flow_runs',
    replies: [],
    ...more,
  });
  const start = async (_: unknown, flow: string) => plan({ flow_id: flow });
  return {
    isRunning: async () => during_flow,
    continue: async () => plan({}),
    start,
    async leave(chat, incoming, deciding) {
      const flow = await flowFor(chat, incoming, deciding);
      return flow === null ? plan({ outcome: 'ended', reason: EXIT_WORD }) : start(chat, flow);
    },
    // A word for a person or an exit word could be a choice of a flow that really runs.
    expects: async () => false,
    end: async () => null,
    nextWake: async () => null,
    takeDueWakes: async () => [],
    wake: async () => null,
  };
}

/** Ask the assistant with POST /v1/assistant/ask. */
const assistantOf = ({ db }: Context): Case['producers']['assistant'] => ({
  answer: async () => null,
  answerAlone: async () => null,
  watch: async () => {},
  handOffText: (chat, { at, text }) => handOffText(db, chat, { spoken: spokenIn(text, null), at }),
  exitText: (chat, { text }) => exitText(db, chat, spokenIn(text, null)),
  declineText: (chat, { reason, text }) => declineText(db, chat, { spoken: spokenIn(text, null), reason }),
});

/** The conversation of the customer, or a new one, as if the automation had it. */
async function chatFor(
  ctx: Context,
  account: Caller,
  { phone, device_uuid: given }: Given,
): Promise<Case['chat']> {
  const found =
    phone === undefined ? undefined : await conversationOf(ctx, account, { phone, device_uuid: given });
  const uuid = given ?? found?.device_uuid ?? null;
  const device = uuid === null ? null : await getDeviceOrChat(ctx, account, uuid);
  return {
    account_id: account.id,
    conversation_id: found?.id ?? 0,
    conversation_uuid: '',
    // Without a device: rules for all devices, and the hours of the account.
    device_id: device?.id ?? 0,
    device_uuid: uuid ?? '',
    device_label: device?.label ?? null,
    engine: device?.engine ?? 'economy',
    network: 'sandbox',
    person_id: 0,
    person_name: found?.person_name ?? null,
    phone: phone ?? '',
    labels: found?.labels ?? [],
    last_human_at: found?.last_human_at ?? null,
    episode: found?.episode ?? 1,
    context_from: null,
    last_stage: null,
    has_flow_session: false,
    owner_state: 'bot',
    owner_reason: null,
    ownership_version: 0,
    recent: [],
    rejects_calls: false,
    is_queue_noticed: false,
    automation_version: await versionOf(ctx.db, account.id),
    settings: await getSettings(ctx, account),
    hands_off: (await findSettings(ctx.db, account.id)).handoff.enabled,
  };
}

async function conversationOf(
  ctx: Context,
  account: Caller,
  filter: { phone: string; device_uuid?: string | undefined },
) {
  const { conversations } = await listConversations(ctx, account, {
    ...filter,
    limit: 1,
    order: 'latest',
    chat: 'private',
  });
  return conversations[0];
}
