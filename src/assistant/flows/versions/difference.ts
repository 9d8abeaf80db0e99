import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../definition/edges.ts';
import type { Json } from '../store.ts';

/** For editors only: a moved node is no change of the flow. */
const UNSEEN = ['position'];

export interface NodeName {
  id: string;
  type: string;
}

/** `before` and `after` are missing where the field is missing. */
export interface ChangedField {
  path: string;
  before?: unknown;
  after?: unknown;
}

export interface Difference {
  added: NodeName[];
  removed: NodeName[];
  changed: (NodeName & { fields: ChangedField[] })[];
  /** Of the flow beside its nodes. */
  fields: ChangedField[];
}

/** Of drafts too. */
export function differenceOf(from: Json, to: Json): Difference {
  const [before, after] = [nodesOf(from), nodesOf(to)];
  const changed = [...after].flatMap(([id, node]) => {
    const earlier = before.get(id);
    const fields = earlier ? fieldsOf(earlier, node, UNSEEN) : [];
    return fields.length === 0 ? [] : [{ ...nameOf(id, node), fields }];
  });
  return {
    added: [...after].filter(([id]) => !before.has(id)).map(([id, node]) => nameOf(id, node)),
    removed: [...before].filter(([id]) => !after.has(id)).map(([id, node]) => nameOf(id, node)),
    changed,
    fields: fieldsOf(from, to, ['nodes']),
  };
}

function nodesOf({ nodes }: Json): Map<string, Json> {
  const records = Array.isArray(nodes) ? nodes.filter(isRecord) : [];
  return new Map(records.flatMap((node) => (typeof node.id === 'string' ? [[node.id, node]] : [])));
}

function fieldsOf(before: Json, after: Json, unseen: readonly string[]): ChangedField[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths]
    .filter((path) => !unseen.includes(path) && !isDeepStrictEqual(before[path], after[path]))
    .map((path) => ({
      path,
      ...(path in before && { before: before[path] }),
      ...(path in after && { after: after[path] }),
    }));
}

const nameOf = (id: string, { type }: Json): NodeName => ({ id, type: typeof type === 'string' ? type : '' });
