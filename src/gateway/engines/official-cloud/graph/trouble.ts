import type { Restriction } from '../../engine.ts';
import { classOf, type ErrorClass, restrictionBy } from './error-codes.ts';
import type { GraphReply } from './reply.ts';

export type Trouble = Extract<ErrorClass, 'token' | 'number' | 'ban'>;

export function troubleIn(reply: GraphReply): Trouble | null {
  return reply.outcome === 'error' ? troubleBy(classOf(reply.error, reply.status)) : null;
}

export function troubleBy(kind: ErrorClass): Trouble | null {
  return kind === 'token' || kind === 'number' || kind === 'ban' ? kind : null;
}

/** `waitMs` null: no known end. */
export function restrictionIn(reply: GraphReply): { reason: Restriction; waitMs: number | null } | null {
  const reason = reply.outcome === 'error' ? restrictionBy(reply.error.code) : null;
  return reply.outcome === 'error' && reason ? { reason, waitMs: reply.retryAfterMs } : null;
}
