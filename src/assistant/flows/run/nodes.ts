import { createHash } from 'node:crypto';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import type { Content } from '../../plan.ts';
import type { FlowNode } from '../definition/definition.ts';
import { ask } from './asking.ts';
import { askAssistant, changeContact, request } from './calls.ts';
import { holds, isEqual } from './conditions.ts';
import { numberIn } from './numbers.ts';
import { LIMITS, type Value } from './session.ts';
import {
  assign,
  compare,
  isOpenNow,
  type Move,
  type NodeOf,
  note,
  send,
  shortened,
  type Turn,
  topOf,
  valuesFor,
  write,
} from './turn.ts';
import { fill, fillUrl, variableOf } from './values.ts';
import { wait } from './waiting.ts';

const MAX_URL = 2_048;
const MAX_LABEL = 50;

/** Runs one node, and says what follows. */
export async function runNode(turn: Turn, node: FlowNode): Promise<Move> {
  switch (node.type) {
    case 'start':
      return { go: node.next };
    case 'send_text':
    case 'send_media':
    case 'send_buttons':
    case 'send_list':
      return sendContent(turn, node);
    case 'send_template':
      return sendTemplate(turn, node);
    case 'ask':
      return ask(turn, node);
    case 'condition':
      return branchBy(turn, node);
    case 'switch':
      return branchOf(turn, node);
    case 'set_variable':
      return setVariables(turn, node);
    case 'hours':
      return { go: (await isOpenNow(turn)) ? node.open : node.closed };
    case 'wait':
      return wait(turn, node);
    case 'http_request':
      return request(turn, node);
    case 'labels':
      return label(turn, node);
    case 'contact':
      return changeContact(turn, node);
    case 'ask_assistant':
      return askAssistant(turn, node);
    case 'hand_off':
      return handOff(turn, node);
    case 'run_flow':
      return enter(turn, node);
    case 'jump':
      return jump(turn, node);
    case 'split':
      return split(turn, node);
    case 'return':
      return { leave: 'return' };
    case 'end':
      return node.close ? { end: 'closed' } : { leave: 'return' };
    default:
      return node satisfies never;
  }
}

type SendNode = NodeOf<'send_text'> | NodeOf<'send_media'> | NodeOf<'send_buttons'> | NodeOf<'send_list'>;

async function sendContent(turn: Turn, node: SendNode): Promise<Move> {
  const content = await contentOf(turn, node);
  if (!content) return { fail: 'invalid_url' };
  return send(turn, node.id, content) ? { go: node.next } : { fail: 'too_many_messages' };
}

/** Null: the URL is not safe. */
async function contentOf(turn: Turn, node: SendNode): Promise<Content | null> {
  switch (node.type) {
    case 'send_text':
      return { type: 'text', body: await write(turn, node.text) };
    case 'send_media': {
      const { media_type: type, media_id, url, caption } = node;
      const body = caption ? await write(turn, caption) : null;
      if (!url) return { type, body, media_id: media_id ?? null };
      const media_url = fillUrl(url, await valuesFor(turn, url));
      if (media_url === null || media_url.length > MAX_URL || !URL.canParse(media_url)) return null;
      return { type, body, media_url };
    }
    case 'send_buttons': {
      const { header, footer, buttons } = node;
      return { type: 'button', body: await write(turn, node.text), interactive: { header, footer, buttons } };
    }
    case 'send_list': {
      const { header, footer, button_text, sections } = node;
      const interactive = { header, footer, button_text, sections };
      return { type: 'list', body: await write(turn, node.text), interactive };
    }
    default:
      return node satisfies never;
  }
}

async function sendTemplate(
  turn: Turn,
  { id, template, next, failed }: NodeOf<'send_template'>,
): Promise<Move> {
  const values = await valuesFor(turn, JSON.stringify(template));
  const written = await turn.world.template(template, (value, { max = MAX_URL, spell }) =>
    shortened(fill(value, values, spell), max),
  );
  if ('content' in written)
    return send(turn, id, written.content) ? { go: next } : { fail: 'too_many_messages' };
  note(turn, id, 'not_sent', { why: written.refused });
  return failed ? { go: failed } : { fail: written.refused };
}

async function branchBy(turn: Turn, node: NodeOf<'condition'>): Promise<Move> {
  const met = await isMet(turn, node);
  return turn.comparing > LIMITS.comparing
    ? { fail: 'too_many_comparisons' }
    : { go: met ? node.yes : node.no };
}

type Test = NodeOf<'condition'>['tests'][number];

async function isMet(turn: Turn, { combine, tests }: NodeOf<'condition'>): Promise<boolean> {
  for (const test of tests) {
    const met = await meets(turn, test);
    if (met !== (combine === 'all')) return met;
  }
  return combine === 'all';
}

async function meets(turn: Turn, { left, operator, right }: Test): Promise<boolean> {
  const value = await write(turn, left);
  if (operator === 'matches') return compare(turn, right, value);
  if (operator === 'not_matches') return !(await compare(turn, right, value));
  return holds(value, operator, await write(turn, right));
}

async function branchOf(turn: Turn, node: NodeOf<'switch'>): Promise<Move> {
  const value = await write(turn, node.value);
  return { go: node.cases.find(({ equals }) => isEqual(value, equals))?.next ?? node.default };
}

async function setVariables(turn: Turn, node: NodeOf<'set_variable'>): Promise<Move> {
  for (const { variable, operation, value } of node.assignments) {
    const before = variableOf(Object.fromEntries(turn.variables), variable);
    const after = calculated(operation, before, await write(turn, value));
    if (after === undefined) turn.variables.delete(variable);
    else if (!assign(turn, variable, after)) return { fail: 'too_many_variables' };
  }
  return { go: node.next };
}

type Operation = NodeOf<'set_variable'>['assignments'][number]['operation'];

/** Undefined: no value. A calculation that is not possible changes nothing. */
function calculated(operation: Operation, before: Value | undefined, written: string): Value | undefined {
  if (operation === 'clear') return undefined;
  if (operation === 'set') return written;
  const [left, right] = [before === undefined || before === '' ? 0 : numberIn(before), numberIn(written)];
  if (left === null || right === null) return before;
  const result = { add: left + right, subtract: left - right, multiply: left * right, divide: left / right };
  // Not 0.30000000000000004.
  const rounded = Number(result[operation].toPrecision(15));
  return Number.isFinite(rounded) ? rounded : before;
}

async function label(turn: Turn, node: NodeOf<'labels'>): Promise<Move> {
  for (const [isAdded, names] of [[true, node.add] as const, [false, node.remove] as const]) {
    for (const template of names) {
      const name = (await write(turn, template)).trim();
      if (name !== '') turn.labels.set([...name].slice(0, MAX_LABEL).join(''), isAdded);
    }
  }
  note(turn, node.id, 'labels', { labels: Object.fromEntries(turn.labels) });
  return { go: node.next };
}

async function handOff(turn: Turn, node: NodeOf<'hand_off'>): Promise<Move> {
  const text = node.text == null ? null : shortened((await write(turn, node.text)).trim(), MAX_TEXT);
  const written = node.note ? await write(turn, node.note) : null;
  return { handOff: { reason: 'flow', text, note: written } };
}

async function enter(turn: Turn, node: NodeOf<'run_flow'>): Promise<Move> {
  const flow = await turn.world.findPublished(node.flow_id);
  return flow ? { enter: flow, return_to: node.next } : { fail: 'missing_flow' };
}

async function jump(turn: Turn, node: NodeOf<'jump'>): Promise<Move> {
  if (node.node != null) return { go: node.node };
  const flow = node.flow_id == null ? undefined : await turn.world.findPublished(node.flow_id);
  return flow ? { become: flow } : { fail: 'missing_flow' };
}

/** A conversation takes the same branch each time that it comes here. */
function split(turn: Turn, node: NodeOf<'split'>): Move {
  const hash = createHash('sha256')
    .update(`${turn.seed} ${topOf(turn).flow_uuid} ${node.id}`)
    .digest();
  let place = hash.readUInt32BE(0) % 100;
  const branch = node.branches.find(({ percent }) => {
    place -= percent;
    return place < 0;
  });
  return branch ? { go: branch.next } : { fail: 'missing_node' };
}
