import { createHash } from 'node:crypto';
import { findShapeProblem } from '../../../platform/lib/http/body-shape.ts';
import { EMAIL } from './answers.ts';
import { LIMITS, type Value } from './session.ts';
import { assign, type Move, type NodeOf, note, send, type Turn, topOf, valuesFor, write } from './turn.ts';
import { fillHeader, fillJson, fillUrl } from './values.ts';
import type { AssistantAnswer, HttpCall } from './world.ts';

/** Characters of a body that a flow sends. */
const MAX_BODY = 65_536;
const MAX_URL = 4_096;
const MAX_NAME = 255;

export async function request(turn: Turn, node: NodeOf<'http_request'>): Promise<Move> {
  turn.calls += 1;
  if (turn.calls > LIMITS.calls) return { fail: 'too_many_calls' };
  const call = await callOf(turn, node);
  if (!call) return failed(turn, node, 'invalid_request');
  const answer = await turn.world.request(call);
  if ('failed' in answer) return failed(turn, node, answer.failed);
  const { status, text } = answer;
  const { method, url, body } = call;
  const assumed = answer.isAssumed && { would_call: true };
  note(turn, node.id, 'http', { method, url, ...(body !== null && { body }), status, ...assumed });
  if (status < 200 || status > 299) return { go: node.failed };
  if (isTooDeep(text)) return failed(turn, node, 'too_deep');
  const json = jsonIn(text);
  for (const { path, variable } of node.save) {
    const value = valueAt(json, path);
    if (value === undefined) turn.variables.delete(variable);
    else if (!assign(turn, variable, value)) return { fail: 'too_many_variables' };
  }
  return { go: node.succeeded };
}

function failed(turn: Turn, node: NodeOf<'http_request'>, reason: string): Move {
  note(turn, node.id, 'http', { method: node.method, url: node.url, failed: reason });
  return { go: node.failed };
}

/** Null: the values make no request that can be sent. */
async function callOf(turn: Turn, node: NodeOf<'http_request'>): Promise<HttpCall | null> {
  const written = node.json === undefined ? '' : JSON.stringify(node.json);
  const values = await valuesFor(turn, node.url, written, ...node.headers.map(({ value }) => value));
  const url = fillUrl(node.url, values);
  const hasBody = node.json != null && node.method !== 'GET';
  const body = hasBody ? JSON.stringify(fillJson(node.json, values)) : null;
  if (url === null || url.length > MAX_URL || !URL.canParse(url) || (body?.length ?? 0) > MAX_BODY)
    return null;
  const headers = node.headers.map(({ name, value }) => ({ name, value: fillHeader(value, values) }));
  const { flow_uuid } = topOf(turn);
  const key = `${turn.facts.turn_id} ${flow_uuid} ${node.id} ${turn.calls}`;
  const idempotency_key = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return { flow_uuid, node_id: node.id, method: node.method, url, headers, body, idempotency_key };
}

/** Parts of it could not be written as JSON again. */
const isTooDeep = (text: string): boolean =>
  findShapeProblem(Buffer.from(text), { parts: Infinity, items: Infinity }) === 'too_deep';

/** An answer that is no JSON has no values. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects and lists are kept as JSON. */
function valueAt(json: unknown, path: string): Value | undefined {
  let value = json;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

/** A question that is not answered sends nothing: the flow decides what follows. */
export async function askAssistant(turn: Turn, node: NodeOf<'ask_assistant'>): Promise<Move> {
  turn.calls += 1;
  if (turn.calls > LIMITS.calls) return { fail: 'too_many_calls' };
  const question = (await write(turn, node.question)).trim();
  const answer: AssistantAnswer =
    question === '' ? { answered: false, replies: [] } : await turn.world.ask(question, node.id);
  note(turn, node.id, 'assistant', { question, answered: answer.answered });
  if (!answer.answered) return { go: node.not_answered };
  turn.score = answer.score ?? null;
  const text = answer.replies.map(({ body }) => body ?? '').join('\n\n');
  if (node.save_to && !assign(turn, node.save_to, text)) return { fail: 'too_many_variables' };
  const isSent = !node.send || answer.replies.every((reply) => send(turn, node.id, reply, answer.faq_id));
  return isSent ? { go: node.answered } : { fail: 'too_many_messages' };
}

export async function changeContact(turn: Turn, node: NodeOf<'contact'>): Promise<Move> {
  const name = node.name ? [...(await write(turn, node.name)).trim()].slice(0, MAX_NAME).join('') : '';
  const email = node.email ? (await write(turn, node.email)).trim() : '';
  const remove_tags = await tagsOf(turn, node.remove_tags);
  const add_tags = await tagsOf(turn, node.add_tags);
  const change = {
    ...(name !== '' && { name }),
    ...(EMAIL.test(email) && { email }),
    add_tags: add_tags.filter((tag) => !remove_tags.includes(tag)),
    remove_tags,
  };
  note(turn, node.id, 'contact', change);
  await turn.world.changeContact(change);
  turn.contact = undefined;
  return { go: node.next };
}

async function tagsOf(turn: Turn, templates: readonly string[]): Promise<string[]> {
  const tags: string[] = [];
  for (const tag of templates) tags.push((await write(turn, tag)).trim());
  return tags.filter((tag) => tag !== '');
}
