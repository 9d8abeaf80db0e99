import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import type { Answer } from '../../lib/http/answer-lines.ts';
import type { Problem } from '../../lib/http/problem.ts';
import { MAX_LISTED_ERRORS, MAX_LISTED_SUCCESSES, MAX_MESSAGE, MAX_PATH, MAX_USER_AGENT } from './schema.ts';
import type { NewRequest } from './store.ts';
import * as store from './store.ts';

/** Per second. Above, accounts get equal shares. */
const MAX_ROWS = 500;
const MAX_PARAMS = 20;
const MAX_FIELDS = 20;
const KEY = /kurir_\w+/g;

interface Outcomes {
  readonly rows: NewRequest[];
  unlisted: number;
}
interface Account {
  readonly errors: Outcomes;
  readonly successes: Outcomes;
}

/** In memory, stored every second. A kill loses one. */
export interface RequestRecorder {
  /** Not of staff, nor without a proven key. */
  note(request: FastifyRequest, answer: Answer): void;
  /** Logs and loses what it cannot write. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openRequestRecorder(ctx: Pick<Context, 'db' | 'now' | 'log'>): RequestRecorder {
  let accounts = new Map<number, Account>();
  let running: Promise<void> | null = null;

  async function write(): Promise<void> {
    const rows = listed(accounts);
    accounts = new Map();
    try {
      for (let from = 0; from < rows.length; from += MAX_ROWS)
        await store.insertRequests(ctx.db, rows.slice(from, from + MAX_ROWS));
    } catch (error) {
      ctx.log.warn({ err: error, requests: rows.length }, 'request_log.write_failed');
    }
  }

  function flush(): Promise<void> {
    running ??= write().finally(() => {
      running = null;
    });
    return running;
  }
  const timer = setInterval(flush, SECOND);

  return {
    note(request, answer) {
      const { account_id, key_id } = answer;
      if (account_id === undefined || key_id === undefined) return;
      let account = accounts.get(account_id);
      if (!account) {
        account = { errors: { rows: [], unlisted: 0 }, successes: { rows: [], unlisted: 0 } };
        accounts.set(account_id, account);
      }
      const isError = answer.status >= 400;
      const outcomes = isError ? account.errors : account.successes;
      if (outcomes.rows.length >= (isError ? MAX_LISTED_ERRORS : MAX_LISTED_SUCCESSES))
        outcomes.unlisted += 1;
      else outcomes.rows.push(rowOf(request, answer, { account_id, key_id, happened_at: ctx.now() }));
    },
    flush,
    async close() {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
}

/** A noisy account takes none of another. */
function listed(accounts: ReadonlyMap<number, Account>): NewRequest[] {
  const share = Math.max(1, Math.floor(MAX_ROWS / (2 * accounts.size)));
  return [...accounts.values()].flatMap(({ errors, successes }) => [
    ...shortened(errors, share),
    ...shortened(successes, share),
  ]);
}

function shortened({ rows, unlisted }: Outcomes, share: number): NewRequest[] {
  const kept = rows.slice(0, share);
  const last = kept.at(-1);
  if (last) last.unlisted = unlisted + rows.length - kept.length;
  return kept;
}

function rowOf(
  { url, problem, clientAddress, headers }: FastifyRequest,
  { request_id, method = '', route, status, code, ms }: Answer,
  of: Pick<NewRequest, 'account_id' | 'key_id' | 'happened_at'>,
): NewRequest {
  const userAgent = headers['user-agent'];
  return {
    ...of,
    request_id,
    method,
    status,
    route: route ?? null,
    code: code ?? null,
    path: pathOf(url),
    message: problem === null ? null : bounded(messageOf(problem.body), MAX_MESSAGE),
    duration_ms: ms,
    address: clientAddress,
    user_agent: userAgent === undefined ? null : bounded(userAgent, MAX_USER_AGENT),
    unlisted: 0,
  };
}

/** The answer's message names only the first wrong field. */
function messageOf(body: Problem['body']): string {
  if ('error' in body) return body.message;
  const fields = Object.entries(body.errors).slice(0, MAX_FIELDS);
  return fields.map(([field, problems]) => `${field}: ${problems[0]}`).join('; ') || body.message;
}

/** Parameters can be phone numbers and texts. */
function pathOf(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const names = query.split('&', MAX_PARAMS).map((param) => param.split('=', 1)[0]);
  return bounded(query === '' ? path : `${path}?${names.join('&')}`, MAX_PATH);
}

/** No key in the wrong place. */
function bounded(text: string, max: number): string {
  return text.replaceAll(KEY, 'kurir_…').slice(0, max).toWellFormed().replaceAll('\0', '');
}
