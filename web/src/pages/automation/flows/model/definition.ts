/** A node of a draft. It may be unfinished: only its id and its type are certain. */
export interface FlowNode {
  readonly id: string;
  readonly type: NodeType;
  readonly [field: string]: unknown;
}

/** A draft that the editor can show. Fields that it does not know stay as they are. */
export interface Definition {
  readonly nodes: readonly FlowNode[];
  readonly [field: string]: unknown;
}

/** In the order of the palette. */
export const NODE_TYPES = [
  'start',
  'send_text',
  'send_template',
  'send_media',
  'send_buttons',
  'send_list',
  'ask',
  'ask_assistant',
  'condition',
  'switch',
  'hours',
  'split',
  'wait',
  'set_variable',
  'labels',
  'contact',
  'http_request',
  'run_flow',
  'jump',
  'return',
  'hand_off',
  'end',
] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** Of a flow, as the gateway allows. */
export const MAX_NODES = 200;

type Json = Readonly<Record<string, unknown>>;

/** The draft, when each node has a known type and its own id; else null: then only JSON can be edited. */
export function readDefinition(draft: Json): Definition | null {
  const { nodes } = draft;
  if (!Array.isArray(nodes) || nodes.length > MAX_NODES || !nodes.every(isNode)) return null;
  if (new Set(nodes.map(({ id }) => id)).size < nodes.length) return null;
  return { ...draft, nodes };
}

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): readonly Json[] => listOf(value).filter(isRecord);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value at a path such as `answer.choices.0.next`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

/** A copy with another value at the path. `undefined` removes the field. */
export function withValue<Value>(value: Value, path: string, next: unknown): Value {
  return replaced(value, path.split('.'), next) as Value; // the same shape with another part
}

function replaced(value: unknown, [key, ...rest]: readonly string[], next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, place) => (String(place) === key ? replaced(item, rest, next) : item));
  const { [key]: inner, ...others } = isRecord(value) ? value : {};
  const changed = replaced(inner, rest, next);
  if (changed === undefined) return others;
  // A changed field keeps its place, so that JSON stays readable.
  return isRecord(value) && key in value ? { ...value, [key]: changed } : { ...others, [key]: changed };
}

const isNode = (value: unknown): value is FlowNode =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  NODE_TYPES.some((type) => type === value.type);
