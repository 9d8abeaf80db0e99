import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Actor } from '../lib/actor.ts';
import type { Tx } from '../lib/db/db.ts';
import type { ApiErrorCode } from '../lib/error-codes.ts';
import { ApiError } from '../lib/errors.ts';
import { createFreshCache, type FreshCache } from '../lib/fresh-cache.ts';
import type { Http } from '../lib/http/http.ts';
import { createAllowLists } from './api-keys/allow-list.ts';
import { isSameSecret, type PresentedKey, readKey } from './key.ts';
import { createRefusalLog, type RefusalLog } from './refusal-log.ts';
import type { LeastCaller } from './role.ts';
import type { Caller, CallingKey, Scope, StaffCaller } from './schema.ts';
import { isRecent, standingProblem } from './standing.ts';
import * as store from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    account: Caller;
    staff: StaffCaller | null;
    scope: Scope;
    callingKey: CallingKey | null;
    /** Rejects if the user has lost session or role, else keeps them for the transaction. */
    lockStaff: ((tx: Tx) => Promise<void>) | null;
    /** When key or session was checked. Null: no such call, or a refused one. */
    admittedAt: number | null;
    readonly actor: Actor;
    /** For answers that last. Null: the caller would be refused now. */
    findCaller(): Caller | null | Promise<Caller | null>;
  }
  interface FastifyContextConfig {
    /** A GET or HEAD with an effect, for scope `full`. */
    changesState?: boolean;
    /** Without an effect, but for scope `full` too. */
    requiresFull?: boolean;
    /** Least staff caller below /app/api; default: admin. `none`: /v1, keys alone. `public`: without log-in. */
    staff?: LeastCaller | 'none' | 'public';
  }
}

const BEARER = /^bearer +(\S+)$/i;
const READS = new Set(['GET', 'HEAD']);

export interface AuthOptions {
  /** Runs per call of an active account, also without scope. */
  onCall(accountId: number): void;
  /** Runs with `onCall`. */
  onUse?(keyId: string, address: string, at: Date): void;
  /** The operator calls, without a key. Only for servers that never listen. */
  operated?: Caller | undefined;
}

/** Checks the key before the body is read (401, 403), and after a slow one. */
export function registerAuth(http: Http, ctx: Context, { onCall, onUse, operated }: AuthOptions): void {
  const cache = createFreshCache(ctx, (ids) => store.findKeys(ctx.db, ids));
  const allowLists = createAllowLists();
  const refusals = createRefusalLog(ctx);
  http.decorateRequest('account');
  http.decorateRequest('staff', null);
  http.decorateRequest('scope');
  http.decorateRequest('callingKey', null);
  http.decorateRequest('lockStaff', null);
  http.decorateRequest('admittedAt', null);
  http.decorateRequest('actor', {
    getter(): Actor {
      const { staff, callingKey, clientAddress: address } = this;
      if (staff !== null) return { type: 'user', id: staff.userUuid, address };
      if (operated) return ctx.actor;
      return { type: 'api_key', id: callingKey?.id ?? null, address };
    },
  });
  findCallers(http, ctx, cache);

  http.addHook('onRequest', (request, _reply, done) => {
    // An address has many spellings (%76 is v).
    const { url: pattern, config } = request.routeOptions;
    if (!isApi(pattern ?? request.url)) return done();
    if (operated) return done(admitOperator(request, operated));

    const presented = readHeader(request.headers.authorization);
    const refuse = (code: ApiErrorCode) => {
      refusals.note(request, { code, key_id: presented?.id ?? null });
      done(new ApiError(code));
    };
    if (presented === null) return refuse('invalid_api_key');

    const enter = (key: store.KnownKey | null) => {
      const now = ctx.now();
      if (!isGood(key, presented, now)) return refuse('invalid_api_key');
      request.caller = key;
      // Only the holder of the secret learns of the list.
      if (key.allow_list !== null && !allowLists.admits(key.allow_list, request.clientAddress)) {
        return refuse('address_not_allowed');
      }
      request.account = key.account;
      request.scope = key.scope;
      request.callingKey = key;
      const problem = standingProblem(key.account);
      if (problem !== null) return refuse(problem);
      onCall(key.account.id);
      onUse?.(key.id, request.clientAddress, now);
      if (pattern !== undefined && !covers(key.scope, callOf(request.method, config, pattern))) {
        return refuse('insufficient_scope');
      }
      request.admittedAt = now.getTime();
      done();
    };
    const found = cache.find(presented.id);
    if (found instanceof Promise) found.then(enter, done);
    else enter(found);
  });
  recheckSlowCalls(http, ctx, cache, refusals);
}

function admitOperator(request: FastifyRequest, account: Caller): ApiError | undefined {
  request.account = account;
  request.scope = 'full';
  const problem = standingProblem(account);
  return problem === null ? undefined : new ApiError(problem);
}

function findCallers(http: Http, ctx: Context, cache: FreshCache<store.KnownKey>): void {
  http.decorateRequest('findCaller', function findCaller(this: FastifyRequest) {
    const judge = (key: store.KnownKey | null) =>
      isLiving(key, ctx.now()) && standingProblem(key.account) === null ? key.account : null;
    if (this.callingKey === null) return null;
    const found = cache.find(this.callingKey.id);
    return found instanceof Promise ? found.then(judge) : judge(found);
  });
}

/** Slow bodies and waits must not outlast the end of a key. */
function recheckSlowCalls(
  http: Http,
  ctx: Context,
  cache: FreshCache<store.KnownKey>,
  refusals: RefusalLog,
): void {
  http.addHook('preHandler', (request, _reply, done) => {
    const { admittedAt, callingKey } = request;
    if (callingKey === null || admittedAt === null) return done();
    if (isRecent(admittedAt, ctx.now())) return done();
    const judge = (key: store.KnownKey | null) => {
      const code = !isLiving(key, ctx.now()) ? 'invalid_api_key' : standingProblem(key.account);
      if (code === null) return done();
      refusals.note(request, { code, key_id: callingKey.id });
      done(new ApiError(code));
    };
    const found = cache.find(callingKey.id);
    if (found instanceof Promise) found.then(judge, done);
    else judge(found);
  });
}

function isApi(address: string): boolean {
  return address.startsWith('/v1/') || address === '/v1' || address.startsWith('/v1?');
}

function readHeader(authorization: string | undefined): PresentedKey | null {
  const text = BEARER.exec(authorization ?? '')?.[1];
  return text === undefined ? null : readKey(text);
}

function isGood(key: store.KnownKey | null, presented: PresentedKey, now: Date): key is store.KnownKey {
  return key !== null && isSameSecret(presented, key.secret_hash) && isLiving(key, now);
}

function isLiving(key: store.KnownKey | null, now: Date): key is store.KnownKey {
  return key !== null && key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
}

interface Call {
  pattern: string;
  method: string;
  isRead: boolean;
  isForFull: boolean;
}

function callOf(method: string, { changesState, requiresFull }: FastifyContextConfig, pattern: string): Call {
  const isRead = READS.has(method) && changesState !== true;
  return { pattern, method, isRead, isForFull: requiresFull === true };
}

/** `send`: messages with their files, statuses, conversations and people. */
function covers(scope: Scope, { pattern, method, isRead, isForFull }: Call): boolean {
  if (isForFull) return scope === 'full';
  switch (scope) {
    case 'full':
      return true;
    case 'read':
      return isRead;
    case 'send':
      if (/^\/v1\/((conversations|people)\/|messages\/:id\/(edit|delete)$)/.test(pattern))
        return method === 'POST';
      // A list would show the texts of all chats.
      if (pattern === '/v1/messages' || pattern === '/v1/media') return method === 'POST';
      if (/^\/v1\/media\/uploads(\/|$)/.test(pattern)) return true;
      return pattern === '/v1/messages/:id' && isRead;
    default:
      return scope satisfies never;
  }
}
