import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { Problem } from './problem.ts';
import type { Http } from './server.ts';

/** Without level debug, quiet routes save even the hook. */
export function logAnswers(http: Http, log: Log): void {
  const debug = log.isLevelEnabled('debug');
  const atLevel =
    (level: 'debug' | 'info') => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      log[level](
        { ...describe(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'http.answered',
      );
      done();
    };
  http.addHook('onRoute', (route) => {
    const quiet = route.config?.quiet === true;
    if (quiet && !debug) return;
    route.onResponse = [route.onResponse ?? []].flat().concat(atLevel(quiet ? 'debug' : 'info'));
  });
}

/** Except 503s that a route logs itself. */
export function logFailure(log: Log, request: FastifyRequest, problem: Problem, error: unknown): void {
  if (problem.status < 500) return;
  const fields = { ...describe(request), err: error };
  if (problem.status !== 503) log.error(fields, 'http.failed');
  else if (!request.routeOptions.config.logsUnavailable) log.warn(fields, 'http.unavailable');
}

/** Keeps ids and query strings out of the log. */
function describe(request: FastifyRequest) {
  return { request_id: request.id, method: request.method, route: request.routeOptions.url };
}
