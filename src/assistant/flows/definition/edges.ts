import type { NodeType } from './definition.ts';

/** Fields that name the nodes which follow. `*`: each item of a list; `?`: may be missing. */
const EDGES: Readonly<Record<NodeType, readonly string[]>> = {
  start: ['next'],
  send_text: ['next'],
  send_template: ['next', 'failed?'],
  send_media: ['next'],
  send_buttons: ['next'],
  send_list: ['next'],
  ask: ['answered', 'failed?', 'timeout?', 'answer.choices.*.next?'],
  condition: ['yes', 'no'],
  switch: ['cases.*.next', 'default'],
  set_variable: ['next'],
  hours: ['open', 'closed'],
  wait: ['next', 'interrupted?'],
  http_request: ['succeeded', 'failed'],
  labels: ['next'],
  contact: ['next'],
  ask_assistant: ['answered', 'not_answered'],
  hand_off: [],
  run_flow: ['next'],
  return: [],
  jump: ['node?'],
  split: ['branches.*.next'],
  end: [],
};

export interface Edge {
  /** Such as `next` and `cases.0.next`. */
  path: string;
  /** Undefined: the edge leads nowhere yet. */
  to: string | undefined;
  isRequired: boolean;
}

/** Of a node that may be unfinished. */
export function edgesOf(type: NodeType, node: Readonly<Record<string, unknown>>): Edge[] {
  return EDGES[type].flatMap((written) => {
    const isRequired = !written.endsWith('?');
    return valuesAt(node, written.replace('?', '').split('.'), []).map(({ path, value }) => ({
      path: path.join('.'),
      to: typeof value === 'string' && value !== '' ? value : undefined,
      isRequired,
    }));
  });
}

export function isNodeType(type: unknown): type is NodeType {
  return typeof type === 'string' && Object.hasOwn(EDGES, type);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Found {
  path: string[];
  value: unknown;
}

function valuesAt(value: unknown, [key, ...rest]: readonly string[], path: readonly string[]): Found[] {
  if (key === undefined) return [{ path: [...path], value }];
  if (key === '*') {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item: unknown, place) => valuesAt(item, rest, [...path, String(place)]));
  }
  if (!isRecord(value)) return [];
  return valuesAt(Object.hasOwn(value, key) ? value[key] : undefined, rest, [...path, key]);
}
