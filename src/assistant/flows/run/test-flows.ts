import type { NamedContact } from '../../../gateway/contacts/named-contact.ts';
import { hoursFrom, type WrittenHours } from '../../../gateway/hours/opening.ts';
import { FlowDefinition } from '../definition/definition.ts';
import type { InputMessage } from './answers.ts';
import { Comparisons } from './comparisons.ts';
import { type Outcome, proceed, start, wake } from './interpreter.ts';
import type { RunnableFlow, SessionState } from './session.ts';
import type { Facts } from './turn.ts';
import type { AssistantAnswer, ContactChange, HttpAnswer, HttpCall, World } from './world.ts';

const OFFICE = [{ from: '09:00', to: '17:00' }];
const OFFICE_HOURS: WrittenHours = {
  timezone: 'Asia/Jakarta',
  weekly: {
    ...{ monday: OFFICE, tuesday: OFFICE, wednesday: OFFICE, thursday: OFFICE, friday: OFFICE },
    ...{ saturday: [], sunday: [] },
  },
  holidays: [],
};
/** A Wednesday, 10:00 in Jakarta. */
export const WEDNESDAY = new Date('2026-11-25T03:00:00Z');

/** A flow that can run. Without another start, it begins at the first node. */
export function flowOf(
  nodes: readonly ({ id: string; type: string } & Record<string, unknown>)[],
  { id = 1, ...definition }: { id?: number } & Partial<Record<keyof FlowDefinition, unknown>> = {},
): RunnableFlow {
  const first = nodes[0]?.id;
  const all = nodes.some(({ type }) => type === 'start')
    ? nodes
    : [{ id: 'begin', type: 'start', next: first }, ...nodes];
  return {
    ...{ flow_id: id, flow_uuid: uuidOf(id), name: `Flow ${id}`, version_id: id * 10, version: 1 },
    definition: FlowDefinition.parse({ ...definition, nodes: all }),
  };
}

export const uuidOf = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

export interface Answers {
  http?: (call: HttpCall) => HttpAnswer;
  assistant?: (question: string) => AssistantAnswer;
  hours?: WrittenHours;
  contact?: NamedContact;
}

/** A world of these flows that remembers what it was asked. */
export function worldOf(flows: readonly RunnableFlow[], answers: Answers = {}) {
  const calls: HttpCall[] = [];
  const contacts: ContactChange[] = [];
  const texts = new Comparisons();
  const world: World = {
    findPublished: async (uuid) => flows.find(({ flow_uuid }) => flow_uuid === uuid),
    getVersion: async (id) => flows.find(({ version_id }) => version_id === id),
    hours: async () => hoursFrom(answers.hours ?? OFFICE_HOURS),
    countryCode: async () => '62',
    language: async () => 'id',
    async request(call) {
      calls.push(call);
      return answers.http?.(call) ?? { failed: 'no_answer' };
    },
    ask: async (question) => answers.assistant?.(question) ?? { answered: false, replies: [] },
    compare: (pattern, text) => texts.has(1, pattern, text),
    template: async () => ({ refused: 'templates_not_supported' }),
    contact: async () => answers.contact ?? null,
    async changeContact(change) {
      contacts.push(change);
    },
  };
  return { world, calls, contacts };
}

export const messageOf = (said: string | Partial<InputMessage>): InputMessage => ({
  ...{ type: 'text', text: null, choice_id: null, message_id: 7 },
  ...(typeof said === 'string' ? { text: said } : said),
});

export const factsOf = (now: Date): Facts => ({
  now,
  known: {
    ...{ 'customer.name': 'Budi Santoso', 'customer.first_name': 'Budi' },
    ...{ 'customer.phone': '6281200000010', 'device.label': 'Toko' },
  },
  turn_id: 'turn',
});

/** One chat that runs flows, with its own clock. */
export function openRun(flows: readonly [RunnableFlow, ...RunnableFlow[]], answers: Answers = {}) {
  const { world, ...seen } = worldOf(flows, answers);
  let now = WEDNESDAY;
  let session: SessionState | null = null;
  const kept = (outcome: Outcome | null) => {
    // As the database keeps it.
    if (outcome) session = outcome.session && JSON.parse(JSON.stringify(outcome.session));
    return outcome;
  };
  const needed = () => {
    if (!session) throw new Error('no flow is running');
    return session;
  };
  return {
    ...seen,
    session: () => session,
    start: async (said = 'mulai') =>
      kept(await start(world, factsOf(now), flows[0], { seed: 'seed', message: messageOf(said) })),
    say: async (said: string | Partial<InputMessage>) =>
      kept(await proceed(world, factsOf(now), needed(), messageOf(said))),
    async wakeAfter(ms: number) {
      now = new Date(now.getTime() + ms);
      return kept(await wake(world, factsOf(now), needed()));
    },
  };
}

/** Texts of the messages. */
export const textsOf = (outcome: Outcome | null): (string | null)[] =>
  outcome?.replies.map(({ content }) => content.body) ?? [];
