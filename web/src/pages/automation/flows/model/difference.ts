import { type Definition, type FlowNode, isRecord } from './definition.ts';

/** One field that differs. Missing fields are undefined. */
export interface ChangedField {
  path: string;
  before: unknown;
  after: unknown;
}

export interface Difference {
  added: readonly FlowNode[];
  removed: readonly FlowNode[];
  changed: readonly { node: FlowNode; fields: readonly ChangedField[] }[];
  /** Of the flow beside its nodes. */
  fields: readonly ChangedField[];
}

/** Published versions have them filled in, drafts need not. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  format: 1,
  priority: 100,
  combine: 'all',
  method: 'GET',
  send: true,
  question: '{{message.text}}',
  min_length: 1,
  max_length: 1_000,
  as: 'buttons',
  operation: 'set',
  session_hours: 24,
};

/** What changed from one definition to another one. Positions and written defaults do not count. */
export function differenceOf(from: Definition, to: Definition): Difference {
  const [before, after] = [byId(from), byId(to)];
  return {
    added: to.nodes.filter(({ id }) => !before.has(id)),
    removed: from.nodes.filter(({ id }) => !after.has(id)),
    changed: to.nodes.flatMap((node) => {
      const earlier = before.get(node.id);
      const fields = earlier ? changedFields(earlier, node, '') : [];
      return fields.length === 0 ? [] : [{ node, fields }];
    }),
    fields: changedFields({ ...from, nodes: null }, { ...to, nodes: null }, ''),
  };
}

export const isSame = ({ added, removed, changed, fields }: Difference): boolean =>
  [added, removed, changed, fields].every(({ length }) => length === 0);

const byId = ({ nodes }: Definition) => new Map(nodes.map((node) => [node.id, node]));

/** Goes into records, and into lists of the same length. */
function changedFields(before: unknown, after: unknown, path: string): ChangedField[] {
  const empty = path === '' ? {} : undefined;
  const [one, other] = [normal(before, path) ?? empty, normal(after, path) ?? empty];
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (isRecord(one) && isRecord(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) => changedFields(one[key], other[key], path === '' ? key : `${path}.${key}`));
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.some(isRecord))
    return one.flatMap((item, n) => changedFields(item, other[n], `${path}.${n}`));
  return [{ path, before: one, after: other }];
}

/** Without empty parts and defaults, with keys in one order. */
function normal(value: unknown, path: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, n) => normal(item, `${path}.${n}`));
    return items.length === 0 ? undefined : items;
  }
  if (!isRecord(value)) return isDefault(value, path) ? undefined : value;
  const parts = Object.entries(value)
    .filter(([key]) => key !== 'position' || path !== '')
    .map(([key, part]) => [key, normal(part, path === '' ? key : `${path}.${key}`)] as const)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function isDefault(value: unknown, path: string): boolean {
  if (value === undefined || value === null || value === false) return true;
  // An empty text of a hand-off means no words, which differs from a missing one.
  if (value === '') return path !== 'text';
  if (path === 'settings.max_retries') return value === 2;
  const key = path.split('.').at(-1) ?? '';
  return Object.hasOwn(DEFAULTS, key) && DEFAULTS[key] === value;
}
