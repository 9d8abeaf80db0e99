import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { SECOND } from '../lib/clock.ts';
import type { ApiErrorCode } from '../lib/errors.ts';

/** Invented keys cost a caller nothing, so they must not fill the log. */
const MAX_PER_SECOND = 10;

export interface RefusalLog {
  /** `key_id` is what the caller claims, unless the code proves the key. */
  note(request: FastifyRequest, refusal: { code: ApiErrorCode; key_id: string | null }): void;
}

/** A refused call changes nothing, so it has no entry in the audit log. */
export function createRefusalLog({ log, now }: Pick<Context, 'log' | 'now'>): RefusalLog {
  let second = 0;
  let noted = 0;
  return {
    note(request, refusal) {
      const current = Math.floor(now().getTime() / SECOND);
      if (current !== second) {
        const unlogged = noted - MAX_PER_SECOND;
        if (unlogged > 0) log.warn({ refusals: unlogged }, 'auth.refusals_not_logged');
        second = current;
        noted = 0;
      }
      noted += 1;
      if (noted > MAX_PER_SECOND) return;
      const { id, method, routeOptions, clientAddress } = request;
      const call = { request_id: id, method, route: routeOptions.url, address: clientAddress };
      log.info({ ...refusal, ...call }, 'auth.refused');
    },
  };
}
