import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitLines } from '../line-limit.ts';
import type { Log } from '../log.ts';
import { type Answer, AnswerLines } from './answer-lines.ts';
import type { Problem } from './problem.ts';
import type { Http } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** Of `performance.now`. */
    receivedAt: number;
    problem: Problem | null;
  }
}

interface Caller {
  readonly id: string;
  readonly isUser?: true;
  readonly account: { readonly id: number };
}

export interface AnswerLog {
  /** For answers without hooks. */
  refused(call: { request_id: string; method?: string | undefined }, problem: Problem): void;
}

/** Called for each answer. It must not wait. */
export type OnAnswer = (request: FastifyRequest, answer: Answer) => void;

/** Per second: each line has a stack. */
const MAX_UNAVAILABLE = 10;
export const FIELD_ERRORS = 'field_errors';

/** A hook on the end of the answer would cost two listeners per request. */
export function logAnswers(http: Http, log: Log, onAnswer?: OnAnswer): AnswerLog {
  const isLogged = log.isLevelEnabled('info');
  const lines = new AnswerLines(log);
  http.decorateRequest('caller', null);
  http.decorateRequest('receivedAt', 0);
  http.decorateRequest('problem', null);
  if (isLogged || onAnswer) {
    http.addHook('onSend', (request, reply, payload, done) => {
      note(request, reply);
      done(null, payload);
    });
  }
  http.addHook('onClose', async () => lines.flush());
  // Answers of the stop.
  http.server.once('close', () => lines.flush());

  function note(request: FastifyRequest, reply: FastifyReply): void {
    // The client has gone during its body.
    if (request.raw.readableAborted) return;
    // The getter makes an object each time.
    const { config, url } = request.routeOptions;
    const status = reply.statusCode;
    const answer = answerOf(request, url, status);
    onAnswer?.(request, answer);
    const isQuiet = status < 400 ? config.quiet : status === 503 && config.logsUnavailable;
    if (!isLogged) return;
    if (!isQuiet) lines.add(answer);
    else if (status < 400) log.debug(answer, 'http.answered');
  }
  return {
    refused({ request_id, method }, problem) {
      const caller = { account_id: undefined, key_id: undefined };
      const outcome = { status: problem.status, code: codeOf(problem), ms: 0 };
      lines.add({ request_id, ...caller, method, route: undefined, ...outcome });
    },
  };
}

export type LogFailure = (request: FastifyRequest, problem: Problem, error: unknown) => void;

export function logFailures(log: Log): LogFailure {
  const isUnavailableLogged = limitLines(MAX_UNAVAILABLE, (answers) =>
    log.warn({ answers }, 'http.unavailable_not_logged'),
  );
  return (request, problem, error) => {
    if (problem.status < 500) return;
    const { url, config } = request.routeOptions;
    const fields = { ...describe(request, url), err: error };
    if (problem.status !== 503) log.error(fields, 'http.failed');
    else if (!config.logsUnavailable && isUnavailableLogged()) log.warn(fields, 'http.unavailable');
  };
}

function answerOf(request: FastifyRequest, route: string | undefined, status: number): Answer {
  return {
    ...describe(request, route),
    status,
    code: request.problem === null ? undefined : codeOf(request.problem),
    ms: Math.round(performance.now() - request.receivedAt),
  };
}

function codeOf({ body }: Problem): string {
  return 'error' in body ? body.error : FIELD_ERRORS;
}

/** No ids, query strings and bodies. */
function describe({ id, caller, method }: FastifyRequest, route: string | undefined) {
  const isUser = caller?.isUser === true;
  const ids = { key_id: isUser ? undefined : caller?.id, user_id: isUser ? caller.id : undefined };
  return { request_id: id, account_id: caller?.account.id, ...ids, method, route };
}
