import { DateTime } from 'luxon';
import type { NamedContact } from '../../../gateway/contacts/named-contact.ts';
import { type Hours, isOpen } from '../../../gateway/hours/opening.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import { maxBody } from '../../content.ts';
import { MAX_EXPRESSION_TEXT, weightOf } from '../../expressions.ts';
import type { Content, HandOffReason } from '../../plan.ts';
import type { TemplateRefusal } from '../../template-refusals.ts';
import type { FlowNode } from '../definition/definition.ts';
import {
  type Frame,
  LIMITS,
  type RunnableFlow,
  type SessionState,
  type Value,
  type Waiting,
} from './session.ts';
import { fill, type Known, needsClock, needsContact, type Values } from './values.ts';
import type { World } from './world.ts';

export type NodeOf<Type extends FlowNode['type']> = Extract<FlowNode, { type: Type }>;

/** What does not change while one input runs. */
export interface Facts {
  now: Date;
  /** Values of the customer and the device, by their names in templates. */
  known: Known;
  /** Names this input: a repetition of the decision has the same. */
  turn_id: string;
}

/** Why a flow gives up. Staff reads it. */
export type Failure =
  | 'too_many_steps'
  | 'too_many_messages'
  | 'too_many_calls'
  | 'too_many_comparisons'
  | 'too_many_wakes'
  | 'too_many_variables'
  | 'too_deep'
  | 'missing_node'
  | 'missing_flow'
  | 'missing_version'
  | 'invalid_url'
  | 'never_open'
  | 'no_valid_answer'
  | TemplateRefusal;

/** What follows a node. */
export type Move =
  | { go: string }
  | { wait: Waiting }
  | { enter: RunnableFlow; return_to: string }
  | { become: RunnableFlow }
  | { leave: 'return' }
  | { end: 'ended' | 'closed' | 'expired' }
  | { handOff: { reason: HandOffReason; text: string | null; note: string | null } }
  | { fail: Failure };

export interface RunningFrame extends Frame {
  flow: RunnableFlow;
  nodes: ReadonlyMap<string, FlowNode>;
}

export interface FlowReply {
  flow_uuid: string;
  node_id: string;
  faq_id?: string;
  content: Content;
}

export const TRACE_EVENTS = [
  'node',
  'sent',
  'not_sent',
  'answered',
  'invalid_answer',
  'waits',
  'http',
  'assistant',
  'labels',
  'contact',
] as const;

/** A node that ran, or a thing that it did. For simulations. */
export interface Trace {
  flow_uuid: string;
  node_id: string;
  event: (typeof TRACE_EVENTS)[number];
  details: Readonly<Record<string, unknown>>;
  /** Of `sent`. */
  content?: Content;
}

/** One input while it runs. */
export interface Turn {
  readonly world: World;
  readonly facts: Facts;
  readonly seed: string;
  frames: RunningFrame[];
  readonly variables: Map<string, Value>;
  said: string;
  quiet: { wakes: number; sends: number };
  steps: number;
  calls: number;
  /** Weights of regular expressions, times the lengths of their texts, so far. */
  comparing: number;
  readonly replies: FlowReply[];
  /** By name: added, or else removed. */
  readonly labels: Map<string, boolean>;
  score: number | null;
  readonly trace: Trace[];
  hours: Hours | null;
  /** Undefined: not read since it changed last. */
  contact: NamedContact | null | undefined;
}

export function openTurn(
  world: World,
  facts: Facts,
  kept: Pick<SessionState, 'seed' | 'variables' | 'said' | 'quiet'>,
): Turn {
  return {
    world,
    facts,
    seed: kept.seed,
    said: kept.said,
    quiet: { ...kept.quiet },
    frames: [],
    variables: new Map(Object.entries(kept.variables)),
    steps: 0,
    calls: 0,
    comparing: 0,
    replies: [],
    labels: new Map(),
    score: null,
    trace: [],
    hours: null,
    contact: undefined,
  };
}

export function frameOf(flow: RunnableFlow, return_to: string | null): RunningFrame {
  const { version_id, flow_uuid, definition } = flow;
  return {
    version_id,
    flow_uuid,
    return_to,
    flow,
    nodes: new Map(definition.nodes.map((node) => [node.id, node])),
  };
}

export function topOf({ frames }: Turn): RunningFrame {
  const top = frames.at(-1);
  if (!top) throw new Error('a flow runs without a frame');
  return top;
}

export function note(
  turn: Turn,
  node_id: string,
  event: Trace['event'],
  details: Trace['details'] = {},
): void {
  turn.trace.push({ flow_uuid: topOf(turn).flow_uuid, node_id, event, details });
}

const valuesOf = ({ facts, variables, said, hours, contact }: Turn): Values => ({
  known: { ...facts.known, 'message.text': said, ...(hours && clockOf(hours, facts.now)) },
  variables: Object.fromEntries(variables),
  contact: contact ?? null,
});

function clockOf({ zone }: Hours, now: Date): Known {
  const local = DateTime.fromJSDate(now, { zone });
  return { 'flow.now_date': local.toFormat('yyyy-MM-dd'), 'flow.now_time': local.toFormat('HH:mm') };
}

export async function hoursOf(turn: Turn): Promise<Hours> {
  turn.hours ??= await turn.world.hours();
  return turn.hours;
}

/** The values for these templates; with the local time and the contact only when one needs it. */
export async function valuesFor(turn: Turn, ...templates: readonly string[]): Promise<Values> {
  if (templates.some(needsClock)) await hoursOf(turn);
  if (turn.contact === undefined && templates.some(needsContact)) turn.contact = await turn.world.contact();
  return valuesOf(turn);
}

export const write = async (turn: Turn, template: string): Promise<string> =>
  fill(template, await valuesFor(turn, template));

/** Whether the regular expression is found in the text. False when the flow has compared enough. */
export async function compare(turn: Turn, pattern: string, text: string): Promise<boolean> {
  turn.comparing += weightOf(pattern) * Math.min(text.length, MAX_EXPRESSION_TEXT);
  return turn.comparing <= LIMITS.comparing && turn.world.compare(pattern, text);
}

export async function isOpenNow(turn: Turn): Promise<boolean> {
  return isOpen(await hoursOf(turn), turn.facts.now);
}

/** False: the session has too many variables. */
export function assign(turn: Turn, name: string, value: Value): boolean {
  if (!turn.variables.has(name) && turn.variables.size >= LIMITS.variables) return false;
  turn.variables.set(name, typeof value === 'string' ? toStorable(shortened(value, LIMITS.value)) : value);
  return true;
}

export const shortened = (text: string, max: number): string =>
  text.length > max ? [...text.slice(0, 2 * max)].slice(0, max).join('') : text;

/** False: the flow has sent enough. A blank text is not sent. */
export function send(turn: Turn, node_id: string, content: Content, faq_id?: string): boolean {
  const body = content.body === null ? null : shortened(content.body, maxBody(content.type));
  if (body?.trim() === '' && !content.media_url && !content.media_id) return true;
  if (turn.replies.length >= LIMITS.sends || turn.quiet.sends >= LIMITS.quietSends) return false;
  turn.quiet.sends += 1;
  const { flow_uuid } = topOf(turn);
  const sent = { ...content, body };
  turn.replies.push({ flow_uuid, node_id, ...(faq_id && { faq_id }), content: sent });
  turn.trace.push({ flow_uuid, node_id, event: 'sent', details: {}, content: sent });
  return true;
}
