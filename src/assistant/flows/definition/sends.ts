import { MAX_SENDS } from '../../plan.ts';
import type { NodeType } from './definition.ts';
import type { Edge } from './edges.ts';
import { STOPS } from './graph.ts';

interface Node {
  id: string;
  type: NodeType;
  edges: readonly Edge[];
  raw: Readonly<Record<string, unknown>>;
}

/** Nodes from which a flow may send more messages than it can, before it waits for the customer. */
export function chattyNodes(nodes: readonly Node[], commands: readonly string[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const longest = new Map<string, number>();
  /** 0 while it is counted: a loop without a stop is another problem. */
  function countFrom(id: string): number {
    const known = longest.get(id);
    const node = byId.get(id);
    if (known !== undefined || !node) return known ?? 0;
    longest.set(id, 0);
    const next = STOPS.includes(node.type) ? [] : targetsOf(node);
    const count = Number(isSent(node)) + Math.max(0, ...next.map(countFrom));
    longest.set(id, count);
    return count;
  }
  const begins = nodes.filter(({ type }) => type === 'start' || STOPS.includes(type)).flatMap(targetsOf);
  return [...new Set([...begins, ...commands])].filter((id) => countFrom(id) > MAX_SENDS);
}

const targetsOf = ({ edges }: Node): string[] => edges.flatMap(({ to }) => (to === undefined ? [] : [to]));

export function isSent({ type, raw }: Node): boolean {
  if (type === 'ask_assistant') return raw.send !== false;
  return type === 'ask' || type.startsWith('send_');
}
