import type { NodeType } from './definition.ts';
import type { Edge } from './edges.ts';

interface GraphNode {
  id: string;
  type: NodeType;
  edges: readonly Edge[];
}

/** A flow stops here for a message or for time. A sub-flow may ask, and has its own bounds. */
export const STOPS: readonly NodeType[] = ['ask', 'wait', 'run_flow'];

/** Ids that the start, or one of the others, leads to. */
export function reachable(nodes: readonly GraphNode[], others: readonly string[]): Set<string> {
  const targets = new Map(nodes.map(({ id, edges }) => [id, targetsOf(edges)]));
  const todo = [...nodes.filter(({ type }) => type === 'start').map(({ id }) => id), ...others];
  const reached = new Set<string>();
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    todo.push(...(targets.get(id) ?? []));
  }
  return reached;
}

/** Ids on cycles where nothing stops the flow. */
export function blockless(nodes: readonly GraphNode[]): string[] {
  const left = new Map(
    nodes.filter(({ type }) => !STOPS.includes(type)).map(({ id, edges }) => [id, new Set(targetsOf(edges))]),
  );
  // Nodes that lead out of all cycles go first, until only cycles and what leads to them are left.
  trim(left);
  const reversed = new Map([...left.keys()].map((id) => [id, new Set<string>()]));
  for (const [id, targets] of left) for (const to of targets) reversed.get(to)?.add(id);
  trim(reversed);
  return [...reversed.keys()];
}

/** Removes nodes without an edge to a node that is left. */
function trim(left: Map<string, Set<string>>): void {
  for (let removed = true; removed; ) {
    removed = false;
    for (const [id, targets] of left) {
      for (const to of targets) if (!left.has(to)) targets.delete(to);
      if (targets.size > 0) continue;
      left.delete(id);
      removed = true;
    }
  }
}

const targetsOf = (edges: readonly Edge[]) => edges.flatMap(({ to }) => (to === undefined ? [] : [to]));
