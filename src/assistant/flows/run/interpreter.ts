import { HOUR } from '../../../platform/lib/clock.ts';
import { cut, toStorable } from '../../../platform/lib/text.ts';
import { normalise } from '../../matching.ts';
import type { HandOffReason } from '../../plan.ts';
import { type InputMessage, isChoice } from './answers.ts';
import { takeAnswer } from './asking.ts';
import { runNode } from './nodes.ts';
import {
  LIMITS,
  type RunnableFlow,
  type SessionState,
  type Value,
  type Variables,
  type Waiting,
  wakeAt,
} from './session.ts';
import {
  assign,
  type Facts,
  type Failure,
  type FlowReply,
  frameOf,
  type Move,
  note,
  openTurn,
  type Trace,
  type Turn,
  topOf,
} from './turn.ts';
import type { World } from './world.ts';

/** What one input did. Nothing of it has happened yet but requests and changes of the contact. */
export interface Outcome {
  replies: readonly FlowReply[];
  addLabels: readonly string[];
  removeLabels: readonly string[];
  /** Null: the session ended. */
  session: SessionState | null;
  end:
    | null
    | { kind: 'ended' | 'closed' | 'expired' }
    | { kind: 'handed_off'; reason: HandOffReason; text: string | null; note: string | null };
  failure: Failure | null;
  variables: Variables;
  /** The last node. */
  flow_uuid: string;
  node_id: string;
  /** Of the last answer of the assistant. */
  score: number | null;
  trace: readonly Trace[];
}

/** Starts a flow. */
export async function start(
  world: World,
  facts: Facts,
  flow: RunnableFlow,
  { seed, message }: { seed: string; message: InputMessage | null },
): Promise<Outcome> {
  const said = saidIn(message);
  const turn = openTurn(world, facts, { seed, said, variables: {}, quiet: { wakes: 0, sends: 0 } });
  return runFrom(turn, enter(turn, flow, null));
}

/** The answer of the customer. Null: the session does not take it, and stays. */
export async function proceed(
  world: World,
  facts: Facts,
  session: SessionState,
  message: InputMessage,
): Promise<Outcome | null> {
  const turn = openTurn(world, facts, session);
  turn.quiet = { wakes: 0, sends: 0 };
  turn.said = saidIn(message);
  const problem = await loadFrames(turn, session);
  if (problem) return failedOf(turn, session.waiting.node, problem);
  const command = takeCommand(turn, message);
  if (command) return runFrom(turn, command, session.waiting.node);
  const { waiting } = session;
  const node = topOf(turn).nodes.get(waiting.node);
  if (node?.type === 'wait' && waiting.kind === 'time') {
    return node.interrupted ? runFrom(turn, { go: node.interrupted }, node.id) : null;
  }
  if (node?.type !== 'ask' || waiting.kind !== 'answer') return failedOf(turn, waiting.node, 'missing_node');
  return runFrom(turn, await takeAnswer(turn, node, message, waiting.tries), node.id);
}

/** A time came without a message. Null: too early. */
export async function wake(world: World, facts: Facts, session: SessionState): Promise<Outcome | null> {
  if (facts.now < wakeAt(session)) return null;
  const turn = openTurn(world, facts, session);
  turn.quiet.wakes += 1;
  const problem = await loadFrames(turn, session);
  const { waiting } = session;
  if (problem) return failedOf(turn, waiting.node, problem);
  if (waiting.until === null || new Date(waiting.until) > facts.now) {
    return runFrom(turn, { end: 'expired' }, waiting.node);
  }
  if (turn.quiet.wakes > LIMITS.quietWakes) return failedOf(turn, waiting.node, 'too_many_wakes');
  const node = topOf(turn).nodes.get(waiting.node);
  if (node?.type === 'wait') return runFrom(turn, { go: node.next }, node.id);
  const next = node?.type === 'ask' ? node.timeout : null;
  return runFrom(turn, next ? { go: next } : { end: 'expired' }, waiting.node);
}

const saidIn = (message: InputMessage | null): string => toStorable(cut(message?.text ?? '', LIMITS.value));

async function loadFrames(turn: Turn, session: SessionState): Promise<Failure | null> {
  for (const { version_id, return_to } of session.frames) {
    const flow = await turn.world.getVersion(version_id);
    if (!flow) return 'missing_version';
    turn.frames.push(frameOf(flow, return_to));
  }
  return turn.frames.length === 0 ? 'missing_version' : null;
}

async function hasCommand(world: World, session: SessionState, message: InputMessage): Promise<boolean> {
  const said = normalise(message.text ?? '');
  for (const { version_id } of session.frames) {
    const flow = await world.getVersion(version_id);
    if (said !== '' && flow && commandFor(flow, said)) return true;
  }
  return false;
}

/** Whether the message is a choice of the question that waits, or a command of the session. */
export async function takesOwnWords(
  world: World,
  session: SessionState,
  message: InputMessage,
): Promise<boolean> {
  if (await hasCommand(world, session, message)) return true;
  const { waiting, frames } = session;
  const flow = await world.getVersion(frames.at(-1)?.version_id ?? 0);
  const node = flow?.definition.nodes.find(({ id }) => id === waiting.node);
  return waiting.kind === 'answer' && node?.type === 'ask' && isChoice(node, message);
}

const commandFor = ({ definition }: RunnableFlow, said: string) =>
  definition.commands.find(({ words }) => words.some((word) => normalise(word) === said));

/** Words of the running flow come first, then those of the flows that run it. */
function takeCommand(turn: Turn, { text }: InputMessage): Move | null {
  const said = normalise(text ?? '');
  if (said === '') return null;
  for (let depth = turn.frames.length - 1; depth >= 0; depth -= 1) {
    const flow = turn.frames[depth]?.flow;
    const command = flow && commandFor(flow, said);
    if (command) {
      turn.frames = turn.frames.slice(0, depth + 1);
      return { go: command.next };
    }
  }
  return null;
}

/** Puts a flow on the stack. Its variables keep the values that they have. */
function enter(turn: Turn, flow: RunnableFlow, return_to: string | null): Move {
  if (turn.frames.length >= LIMITS.depth) return { fail: 'too_deep' };
  const frame = frameOf(flow, return_to);
  turn.frames.push(frame);
  for (const { name, value } of flow.definition.variables) {
    if (!turn.variables.has(name) && !assign(turn, name, value)) return { fail: 'too_many_variables' };
  }
  const first = flow.definition.nodes.find(({ type }) => type === 'start');
  return first ? { go: first.id } : { fail: 'missing_node' };
}

/** Runs nodes until the flow waits, or ends. */
async function runFrom(turn: Turn, first: Move, startNode = ''): Promise<Outcome> {
  let move = first;
  let nodeId = startNode;
  for (;;) {
    if ('go' in move) {
      nodeId = move.go;
      move = await visit(turn, nodeId);
    } else if ('enter' in move) {
      move = enter(turn, move.enter, move.return_to);
    } else if ('become' in move) {
      const left = turn.frames.pop();
      move = enter(turn, move.become, left?.return_to ?? null);
    } else if ('leave' in move) {
      move = leave(turn);
    } else {
      return outcomeOf(turn, move, nodeId);
    }
  }
}

async function visit(turn: Turn, nodeId: string): Promise<Move> {
  turn.steps += 1;
  if (turn.steps > LIMITS.steps) return { fail: 'too_many_steps' };
  const node = topOf(turn).nodes.get(nodeId);
  if (!node) return { fail: 'missing_node' };
  note(turn, nodeId, 'node', { type: node.type });
  return runNode(turn, node);
}

function leave(turn: Turn): Move {
  if (turn.frames.length === 1) return { end: 'ended' };
  const left = turn.frames.pop();
  return left?.return_to ? { go: left.return_to } : { fail: 'missing_node' };
}

type Final = Extract<Move, { wait: Waiting } | { end: string } | { handOff: object } | { fail: Failure }>;

function outcomeOf(turn: Turn, move: Final, nodeId: string): Outcome {
  if ('fail' in move) return failedOf(turn, nodeId, move.fail);
  if ('handOff' in move) return ended(turn, nodeId, { kind: 'handed_off', ...move.handOff });
  if ('end' in move) return ended(turn, nodeId, { kind: move.end });
  return { ...ended(turn, nodeId, null), session: sessionOf(turn, move.wait) };
}

/** Staff takes over from a flow that cannot go on. */
function failedOf(turn: Turn, nodeId: string, failure: Failure): Outcome {
  const name = turn.frames.at(-1)?.flow.name;
  const text = `The flow${name === undefined ? '' : ` "${name}"`} stopped at the node "${nodeId}": ${failure}.`;
  const end = { kind: 'handed_off', reason: 'flow_failed', text: null, note: text } as const;
  return { ...ended(turn, nodeId, end), failure };
}

function ended(turn: Turn, node_id: string, end: Outcome['end']): Outcome {
  const named = (isAdded: boolean) =>
    [...turn.labels].filter(([, added]) => added === isAdded).map(([name]) => name);
  return {
    replies: turn.replies,
    addLabels: named(true),
    removeLabels: named(false),
    end,
    session: null,
    failure: null,
    flow_uuid: turn.frames.at(-1)?.flow_uuid ?? '',
    node_id,
    score: turn.score,
    trace: turn.trace,
    variables: Object.fromEntries<Value>(turn.variables),
  };
}

/** A wait has the time of the session after its end. */
function sessionOf(turn: Turn, waiting: Waiting): SessionState {
  const { seed, said, quiet, facts, variables } = turn;
  const hours = turn.frames[0]?.flow.definition.settings.session_hours ?? 0;
  const from = waiting.until === null ? facts.now.getTime() : Date.parse(waiting.until);
  return {
    format: 1,
    seed,
    waiting,
    said,
    quiet,
    frames: turn.frames.map(({ version_id, flow_uuid, return_to }) => ({ version_id, flow_uuid, return_to })),
    variables: Object.fromEntries<Value>(variables),
    expires_at: new Date(from + hours * HOUR).toISOString(),
  };
}
