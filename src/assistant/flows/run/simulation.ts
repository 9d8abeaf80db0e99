import type { Context } from '../../../context.ts';
import type { NamedContact } from '../../../gateway/contacts/named-contact.ts';
import { getDeviceOrChat } from '../../../gateway/devices/device.ts';
import { ENGINE_KINDS, type EngineKind } from '../../../gateway/engines/kinds.ts';
import { hoursOf } from '../../../gateway/hours/hours.ts';
import { typeOf } from '../../../gateway/messages/outbound-details.ts';
import { WINDOW_MS } from '../../../gateway/messages/reply-window/reply-window.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { getAccount } from '../../../platform/accounts/account.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { fitToEngine } from '../../choices.ts';
import type { Content } from '../../plan.ts';
import { firstLanguage } from '../../settings/settings.ts';
import { approveBy, writeTemplate } from '../../templates.ts';
import { valuesFor } from '../../texts.ts';
import type { FlowDefinition } from '../definition/definition.ts';
import { findPublished, type PublishedFlow } from '../published.ts';
import type { Comparisons } from './comparisons.ts';
import { type Outcome, proceed, start, wake } from './interpreter.ts';
import { differencesFrom } from './regression.ts';
import { type RunnableFlow, type SessionState, wakeAt } from './session.ts';
import type { DependsOn, FlowTranscript, SimulateFlow } from './simulation-schema.ts';
import type { Trace } from './turn.ts';
import { entryPointValues } from './values.ts';
import type { World } from './world.ts';

/** Waits and time-outs of one simulation. */
const MAX_WAKES = 200;
const PHONE = '6281234567890';

type Played = Omit<FlowTranscript, 'differences' | 'depends_on'>;
type Entry = Played['entries'][number];

interface Parts {
  ctx: Context;
  texts: Comparisons;
}

interface Simulated {
  flow_uuid: string;
  name: string;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  definition: FlowDefinition;
}

/** Runs a draft or a version with these messages. Nothing is sent, stored or called. ApiError device_not_found. */
export async function simulateFlow(
  { ctx, texts }: Parts,
  account: Caller,
  flow: Simulated,
  request: SimulateFlow,
): Promise<FlowTranscript> {
  const device = request.device_uuid ? await getDeviceOrChat(ctx, account, request.device_uuid) : null;
  const { name = null, phone = null } = request.customer ?? {};
  const label = device?.label ?? null;
  const sender = device ?? (await firstDevice(ctx, account, flow));
  const devices = { id: device?.id ?? null, sender: sender?.device_uuid ?? '' };
  const { world, dependsOn } = worldOf({ ctx, texts }, account, devices, request);
  const played = await playMessages(world, runnable(flow), request, {
    at: request.at ? new Date(request.at) : ctx.now(),
    engine: request.engine ?? device?.engine ?? 'economy',
    hasWindow: ENGINE_KINDS[request.engine ?? sender?.engine ?? 'economy'].sendsTemplates,
    known: {
      ...valuesFor({ person_name: name, phone: phone ?? PHONE, device_label: label }),
      ...entryPointValues(request),
    },
  });
  const differences = request.expected ? differencesFrom(request.expected, played) : null;
  return { ...played, depends_on: dependsOn(), differences };
}

/** Whose templates a flow for certain devices sends. */
const firstDevice = async (ctx: Context, { id }: Caller, { device_uuids }: Simulated) =>
  device_uuids?.[0] ? getDeviceOrChat(ctx, { id, deviceIds: null }, device_uuids[0]) : null;

/** A flow that is not published has no row of its version. */
const runnable = (flow: Simulated): RunnableFlow => ({ ...flow, flow_id: 0, version_id: 0, version: 0 });

function worldOf(
  { ctx, texts }: Parts,
  { id }: Caller,
  { id: deviceId, sender }: { id: number | null; sender: string },
  request: SimulateFlow,
): { world: World; dependsOn: () => DependsOn } {
  const published = new Map<string, PublishedFlow>();
  let business_hours = false;
  let contact = contactOf(request);
  const world: World = {
    async findPublished(uuid) {
      const flow = published.get(uuid) ?? (await findPublished(ctx.db, id, uuid));
      if (flow) published.set(uuid, flow);
      return flow;
    },
    getVersion: async (versionId) =>
      [...published.values()].find(({ version_id }) => version_id === versionId),
    hours() {
      business_hours = true;
      return hoursOf(ctx.db, id, deviceId);
    },
    countryCode: async () => (await getAccount(ctx.db, id)).country_code,
    language: () => firstLanguage(ctx.db, id),
    request: async ({ node_id }) => answerTo(request, node_id),
    ask: async (_, nodeId) => assistantAnswer(request, nodeId),
    compare: (pattern, text) => texts.has(id, pattern, text),
    template: (input, write) =>
      writeTemplate(ctx, approveBy(ctx), { account_id: id, device_uuid: sender }, input, write),
    contact: async () => contact,
    async changeContact({ name = contact.name, email = contact.email }) {
      contact = { ...contact, name, email };
    },
  };
  const flows = () => [...published.values()].map(({ flow_uuid, version }) => ({ id: flow_uuid, version }));
  return { world, dependsOn: () => ({ business_hours, flows: flows() }) };
}

const contactOf = ({ customer }: SimulateFlow): NamedContact => ({
  phone: customer?.phone ?? PHONE,
  name: customer?.name ?? '',
  email: customer?.email ?? null,
  fields: customer?.fields ?? {},
});

function answerTo({ http_responses }: SimulateFlow, node: string) {
  const given = Object.hasOwn(http_responses, node) ? http_responses[node] : undefined;
  if (!given) return { status: 200, text: '{}', isAssumed: true as const };
  return { status: given.status, text: given.body === undefined ? '' : JSON.stringify(given.body) };
}

function assistantAnswer({ assistant_answers }: SimulateFlow, node: string) {
  const body = Object.hasOwn(assistant_answers, node) ? assistant_answers[node] : null;
  return body == null
    ? { answered: false, replies: [] }
    : { answered: true, replies: [{ type: 'text' as const, body }] };
}

interface Scene {
  at: Date;
  engine: EngineKind;
  /** The provider refuses free text after the reply window. */
  hasWindow: boolean;
  known: Readonly<Record<string, string | null>>;
}

const TOO_LATE = { kind: 'handed_off', reason: 'reply_window_closed', text: null, note: null } as const;

const shownContent = ({ type, template, ...content }: Content) => ({
  ...typeOf({ type, template: template ?? null }),
  ...content,
});

/** A message that is given as its text. */
const PLAIN = { type: 'text', after_seconds: 0, choice_id: null } as const;

/** The interpreter with a separate clock. */
export async function playMessages(
  given: World,
  flow: RunnableFlow,
  { messages, advance_seconds }: Pick<SimulateFlow, 'messages' | 'advance_seconds'>,
  scene: Scene,
): Promise<Played> {
  const world: World = {
    ...given,
    getVersion: async (id) => (id === flow.version_id ? flow : given.getVersion(id)),
  };
  const play = new Play(world, flow, scene);
  for (const given of messages) {
    const message = typeof given === 'string' ? { ...PLAIN, text: given } : given;
    const { after_seconds, text = null, type, choice_id = null } = message;
    await play.advance(after_seconds * SECOND);
    await play.say({ text, type, choice_id, message_id: null });
  }
  await play.advance(advance_seconds * SECOND);
  return play.transcript();
}

class Play {
  readonly #world: World;
  readonly #flow: RunnableFlow;
  readonly #scene: Scene;
  readonly #entries: Entry[] = [];
  #now: Date;
  #saidAt: Date;
  #session: SessionState | null = null;
  #last: Outcome | null = null;
  #wakes = 0;

  constructor(world: World, flow: RunnableFlow, scene: Scene) {
    this.#world = world;
    this.#flow = flow;
    this.#scene = scene;
    this.#now = scene.at;
    this.#saidAt = scene.at;
  }

  async say(message: Parameters<typeof proceed>[3]): Promise<void> {
    const { text, type, choice_id } = message;
    this.#saidAt = this.#now;
    this.#note('customer', null, null, { type, text, ...(choice_id !== null && { choice_id }) });
    const outcome = await this.#take(message);
    if (outcome) this.#keep(outcome);
    else this.#note('not_taken', this.#last?.flow_uuid ?? null, this.#last?.node_id ?? null, {});
  }

  async #take(message: Parameters<typeof proceed>[3]): Promise<Outcome | null> {
    if (!this.#last) return start(this.#world, this.#facts(), this.#flow, { seed: 'simulation', message });
    return this.#session && proceed(this.#world, this.#facts(), this.#session, message);
  }

  /** Waits that end meanwhile go on at their times. */
  async advance(ms: number): Promise<void> {
    const until = new Date(this.#now.getTime() + ms);
    while (this.#session && wakeAt(this.#session) <= until && this.#wakes < MAX_WAKES) {
      this.#wakes += 1;
      this.#now = wakeAt(this.#session);
      const outcome = await wake(this.#world, this.#facts(), this.#session);
      if (!outcome) break;
      this.#note('woken', outcome.flow_uuid, this.#session.waiting.node, {});
      this.#keep(outcome);
    }
    this.#now = until;
  }

  transcript(): Played {
    const { end = null, flow_uuid = null, node_id = null } = this.#last ?? {};
    const session = this.#session;
    return {
      entries: this.#entries,
      state: end?.kind ?? 'waiting',
      flow_id: flow_uuid,
      node_id,
      waits_until: session && wakeAt(session).toISOString(),
      variables: { ...(this.#last?.variables ?? {}) },
    };
  }

  #facts() {
    return { now: this.#now, known: this.#scene.known, turn_id: `simulation ${this.#entries.length}` };
  }

  #keep(given: Outcome): void {
    const isLate = given.trace.some((trace) => this.#isTooLate(trace));
    const outcome: Outcome = isLate ? { ...given, session: null, end: TOO_LATE } : given;
    for (const trace of outcome.trace) this.#noteTrace(trace);
    const { end, failure, flow_uuid, node_id } = outcome;
    if (end) this.#note('end', flow_uuid, node_id, { ...end, ...(failure !== null && { failure }) });
    this.#session = outcome.session;
    this.#last = outcome;
  }

  /** Free text after the reply window: the arbiter gives the conversation to staff instead. */
  #isTooLate({ content }: Trace): boolean {
    const isOver = this.#now.getTime() - this.#saidAt.getTime() >= WINDOW_MS;
    return content !== undefined && !content.template && this.#scene.hasWindow && isOver;
  }

  /** A message is noted as the phone shows it. */
  #noteTrace(trace: Trace): void {
    const { flow_uuid, node_id, details, content } = trace;
    const isLate = this.#isTooLate(trace);
    const shown = content && shownContent(fitToEngine(content, this.#scene.engine));
    const more = { ...shown, ...(isLate && { why: TOO_LATE.reason }) };
    this.#note(isLate ? 'not_sent' : trace.event, flow_uuid, node_id, { ...details, ...more });
  }

  #note(
    event: Entry['event'],
    flow_id: string | null,
    node_id: string | null,
    details: Trace['details'],
  ): void {
    this.#entries.push({ at: this.#now.toISOString(), event, flow_id, node_id, details: { ...details } });
  }
}
