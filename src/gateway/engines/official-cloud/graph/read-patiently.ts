import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { classOf, isTemporary } from './error-codes.ts';
import type { Graph, GraphCall } from './graph.ts';
import type { GraphReply } from './reply.ts';

export type GraphRead = Pick<GraphCall, 'path' | 'token' | 'signal'>;

const CALL_TIMEOUT_MS = 4 * SECOND;
const WAITS_MS: readonly number[] = [300, SECOND];

/** Retries temporary errors until the deadline. */
export async function readPatiently(graph: Graph, read: GraphRead, deadline: number): Promise<GraphReply> {
  for (let attempt = 0; ; attempt += 1) {
    const timeoutMs = Math.max(1, Math.min(CALL_TIMEOUT_MS, deadline - performance.now()));
    const reply = await graph.call({ method: 'GET', ...read, timeoutMs });
    const waitMs = WAITS_MS[attempt];
    if (waitMs === undefined || performance.now() + waitMs > deadline || !mayPass(reply)) return reply;
    await wait(waitMs, undefined, { signal: read.signal }).catch(() => {});
    if (read.signal?.aborted) return reply;
  }
}

function mayPass(reply: GraphReply): boolean {
  if (reply.outcome === 'ok') return false;
  return reply.outcome !== 'error' || isTemporary(classOf(reply.error, reply.status));
}
