import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { ApiErrorCode } from '../lib/error-codes.ts';
import { limitLines } from '../lib/line-limit.ts';

/** Invented keys cost a caller nothing, so they must not fill the log. */
const MAX_PER_SECOND = 10;

interface Refusal {
  code: ApiErrorCode;
  /** What the caller claims, unless the code proves the key. */
  key_id?: string | null;
  /** Of a proven session. */
  user_id?: string | null;
}

export interface RefusalLog {
  note(request: FastifyRequest, refusal: Refusal): void;
}

/** A refused call changes nothing, so it has no entry in the audit log. */
export function createRefusalLog({ log, now }: Pick<Context, 'log' | 'now'>): RefusalLog {
  const isLogged = limitLines(
    MAX_PER_SECOND,
    (refusals) => log.warn({ refusals }, 'auth.refusals_not_logged'),
    () => now().getTime(),
  );
  return {
    note(request, refusal) {
      if (!isLogged()) return;
      const { id, method, routeOptions, clientAddress } = request;
      const call = { request_id: id, method, route: routeOptions.url, address: clientAddress };
      log.info({ ...refusal, ...call }, 'auth.refused');
    },
  };
}
