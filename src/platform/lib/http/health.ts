import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Http } from './server.ts';

export type PauseNotice = () => string | null;

export interface HealthNotices {
  /** Ready, but not acting. Public. */
  paused?: PauseNotice;
  /** What keeps the process from its work. Public. */
  missing?: () => string | null;
}

interface Readiness extends Pick<HealthNotices, 'paused'> {
  /** NotReady names the reason. */
  ready(): Promise<boolean>;
  log: Log;
}

export class NotReady extends Error {
  override name = 'NotReady';
}

const NOT_YET = 'Not ready yet.';

const TAGS = ['Operations'];
const ALIVE = z.object({ status: z.literal('alive') });
const READY = z.object({
  status: z.literal('ready'),
  paused: z.string().optional().meta({
    description: 'Only while an adopted copy is paused: what it does not do, and how to end the pause.',
  }),
});

export function healthRoutes(http: Http, readiness: Readiness): void {
  http.get('/healthz', {
    config: { quiet: true },
    schema: {
      tags: TAGS,
      operationId: 'isAlive',
      summary: 'Check that the process answers',
      response: { 200: ALIVE.describe('The process answers.') },
    },
    handler: async () => ({ status: 'alive' as const }),
  });

  const whyNot = logReadiness(readiness);
  http.get('/readyz', {
    config: { quiet: true, logsUnavailable: true, errors: ['service_unavailable'] },
    schema: {
      tags: TAGS,
      operationId: 'isReady',
      summary: 'Check that the process is ready',
      description:
        'Ready when the database answers, its disk has space, and all roles of this process run. Not ready while the ' +
        'process stops.',
      response: { 200: READY.describe('The process is ready.') },
    },
    handler: async () => {
      const reason = await whyNot();
      if (reason !== null) throw new ApiError('service_unavailable', reason);
      const paused = readiness.paused?.() ?? null;
      return { status: 'ready' as const, ...(paused !== null && { paused }) };
    },
  });
}

/** Null: ready. Logs changes only. Errors are not ready. */
function logReadiness({ ready, log }: Readiness): () => Promise<string | null> {
  let wasReady = true;
  return async () => {
    let cause: unknown;
    const isReady = await ready().catch((error: unknown) => {
      cause = error;
      return false;
    });
    const reason = cause instanceof NotReady ? cause.message : NOT_YET;
    if (wasReady && !isReady) log.warn(describe(cause), 'ready.lost');
    if (!wasReady && isReady) log.info({}, 'ready.back');
    wasReady = isReady;
    return isReady ? null : reason;
  };
}

function describe(cause: unknown) {
  if (!(cause instanceof NotReady)) return { err: cause };
  return { reason: cause.message, ...(cause.cause !== undefined && { err: cause.cause }) };
}
