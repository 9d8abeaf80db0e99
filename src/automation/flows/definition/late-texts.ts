import { DAY, SECOND } from '../../../lib/clock.ts';
import { isRecord } from './edges.ts';
import type { LooseNode } from './problems.ts';
import { isSent } from './sends.ts';

/** Nodes that send free text after a wait of a day or more, without a message of the customer in between. */
export function lateTexts(nodes: readonly LooseNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const todo = nodes.filter(isLongWait).map(({ raw }) => raw.next);
  const seen = new Set<unknown>();
  const late: string[] = [];
  while (todo.length > 0) {
    const id = todo.pop();
    const node = byId.get(String(id));
    if (!node || seen.has(id)) continue;
    seen.add(id);
    if (isSent(node) && node.type !== 'send_template') late.push(node.id);
    else if (node.type === 'wait') todo.push(node.raw.next);
    else todo.push(...node.edges.map(({ to }) => to));
  }
  return late;
}

const isLongWait = ({ type, raw }: LooseNode): boolean =>
  type === 'wait' && isRecord(raw.for) && Number(raw.for.seconds) * SECOND >= DAY;
