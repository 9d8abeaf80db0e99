import { DAY, SECOND } from '../../../platform/lib/clock.ts';
import { isRecord } from './edges.ts';
import type { LooseNode } from './problems.ts';
import { isSent } from './sends.ts';

/** Nodes that send free text after a wait of a day or more, without a message of the customer in between. */
export function lateTexts(nodes: readonly LooseNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const todo = nodes.map(afterLongWait);
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

/** The node after a day or more without an answer, if there is one. */
function afterLongWait({ type, raw }: LooseNode): unknown {
  const isLong = (seconds: unknown) => Number(seconds) * SECOND >= DAY;
  if (type === 'ask') return isLong(raw.timeout_seconds) ? raw.timeout : null;
  return type === 'wait' && isRecord(raw.for) && isLong(raw.for.seconds) ? raw.next : null;
}
