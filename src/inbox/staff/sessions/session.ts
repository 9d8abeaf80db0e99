import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { type LeastCaller, mayCall, type Rank } from '../../../platform/accounts/role.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isSecure } from '../../../platform/lib/http/client-address.ts';
import { cut, isUuid, toStorable } from '../../../platform/lib/text.ts';
import { MAX_AGE } from './cookie.ts';
import * as store from './store.ts';

export const MAX_IDLE_MS = 3 * DAY;

export type { ListedSession } from './store.ts';

const SECRET_BYTES = 32;
/** The oldest ones end. */
const MAX_PER_USER = 50;
const MAX_USER_AGENT = 300;

export interface Origin {
  secure: boolean;
  address: string;
  userAgent: string | null;
}

export interface NewSession {
  id: number;
  /** The cookie. Only its hash is stored. */
  secret: string;
  expiresAt: Date;
}

/** ApiError of `isSecure`. */
export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent'];
  return {
    secure: isSecure(request),
    address: request.clientAddress,
    userAgent: userAgent === undefined ? null : cut(toStorable(userAgent), MAX_USER_AGENT),
  };
}

/**
 * For a proved user. Locks the user row until the transaction ends. ApiError invalid_login: not
 * active.
 */
export async function openSession(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'randomBytes'>,
  user: { id: number; account_id: number },
  { secure, address, userAgent }: Origin,
): Promise<NewSession> {
  if (!(await store.lockActiveUser(tx, user.account_id, user.id))) throw new ApiError('invalid_login');
  const secret = ctx.randomBytes(SECRET_BYTES).toString('base64url');
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + MAX_AGE * DAY);
  const row = {
    secret_hash: hashOf(secret),
    account_id: user.account_id,
    user_id: user.id,
    secure,
    now,
    expires_at: expiresAt,
    address,
    user_agent: userAgent,
  };
  return { id: await store.insertSession(tx, row, MAX_PER_USER), secret, expiresAt };
}

/** Within a second. */
export const { deleteSession: endSession } = store;

/** Within a second, except `kept`. Returns their number. */
export function endSessions(tx: Tx, userId: number, kept: number | null = null): Promise<number> {
  return store.deleteOtherSessions(tx, { user_id: userId, kept });
}

/** That may call, newest first. */
export function listSessions({ db, now }: Pick<Context, 'db' | 'now'>, userId: number) {
  return store.listSessions(db, {
    user_id: userId,
    now: now(),
    idleSince: new Date(now().getTime() - MAX_IDLE_MS),
  });
}

/** ApiError session_not_found. */
export async function getSessionId(tx: Tx, userId: number, uuid: string): Promise<number> {
  const id = isUuid(uuid) ? await store.findSessionId(tx, userId, uuid) : undefined;
  if (id === undefined) throw new ApiError('session_not_found');
  return id;
}

/**
 * Caches may be a second old. Session and rank stay until the transaction ends. Returns the rank.
 * ApiError login_required, insufficient_role.
 */
export async function lockCaller(
  tx: Tx,
  { id, sessionId }: Pick<StaffCaller, 'id' | 'sessionId'>,
  least: LeastCaller,
): Promise<Rank> {
  const rank = await store.lockRank(tx, { user_id: id, id: sessionId });
  if (rank === undefined) throw new ApiError('login_required');
  if (!mayCall(rank, least)) throw new ApiError('insufficient_role');
  return rank;
}

/** By age, which also ends idle ones. Returns their number. */
export function forgetExpired({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  return store.deleteExpired(db, now());
}

/** A fast hash suffices for 256 random bits. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Pages of other sites can neither read nor send it. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('kurir csrf').digest('base64url');
}
