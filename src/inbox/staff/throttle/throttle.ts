import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { blockOfCaller, networkOfCaller } from '../../../platform/lib/networks.ts';
import * as store from './store.ts';

/** The longest window. */
const LONGEST_MS = HOUR;

interface Limit {
  name: readonly string[];
  max: number;
  windowMs: number;
}

export interface Attempts {
  /** Of the user, in the widest window. */
  readonly ofUser: number;
  /** No limit keeps this attempt; the narrowest begins again, unless shared. */
  succeeded(options?: { isShared: boolean }): Promise<void>;
}

/** An e-mail is any text: it must not count as a user id. */
interface Claim {
  by: 'e-mail' | 'id';
  user: string;
  /** Has or had a session in the caller's browser. Null: a stranger. */
  knownUser: string | null;
}

/**
 * Counts an attempt to be `user` before the check: concurrent attempts cannot pass a limit. A
 * refused one does not count in wider limits, so no address uses up the attempts of others.
 * ApiError too_many_attempts.
 */
export async function countAttempt(
  ctx: Pick<Context, 'db' | 'now'>,
  { by, user, knownUser }: Claim,
  address: string,
): Promise<Attempts> {
  const limits = [
    { name: ['user and address', by, user, networkOfCaller(address)], max: 5, windowMs: 15 * MINUTE },
    ...(knownUser === null ? ofStranger('log-in', address) : [ofBrowser(knownUser)]),
    { name: ['user', by, user], max: 50, windowMs: LONGEST_MS },
  ];
  let ofUser = 0;
  for (const limit of limits) ofUser = await count(ctx, limit);
  const [narrowest, ...others] = limits.map(keyOf);
  return {
    ofUser,
    async succeeded({ isShared } = { isShared: false }) {
      if (isShared) return store.giveBackAttempts(ctx.db, limits.map(keyOf));
      if (narrowest) await store.clearAttempts(ctx.db, { key: narrowest });
      await store.giveBackAttempts(ctx.db, others);
    },
  };
}

/** For secrets without a user, like links. ApiError too_many_attempts. */
export async function countFromAddress(
  ctx: Pick<Context, 'db' | 'now'>,
  kind: 'link' | 'look' | 'oidc',
  address: string,
): Promise<void> {
  for (const limit of ofStranger(kind, address)) await count(ctx, limit);
}

/**
 * After the right password, before the check. Codes are short: all addresses count together.
 * ApiError too_many_attempts.
 */
export async function countCode(
  ctx: Pick<Context, 'db' | 'now'>,
  user: string,
): Promise<{ succeeded(): Promise<void> }> {
  const limit = { name: ['code', user], max: 10, windowMs: LONGEST_MS };
  await count(ctx, limit);
  return { succeeded: () => store.giveBackAttempts(ctx.db, [keyOf(limit)]) };
}

/**
 * An office has one address. Reloads look again; OIDC log-ins guess nothing, their limit protects
 * the provider.
 */
const FROM_ADDRESS = { 'log-in': 30, link: 30, look: 100, oidc: 100 };

/** Ten times as much for a block of addresses. */
function ofStranger(kind: keyof typeof FROM_ADDRESS, address: string): Limit[] {
  const max = FROM_ADDRESS[kind];
  return [
    { name: [kind, networkOfCaller(address)], max, windowMs: 15 * MINUTE },
    { name: [kind, 'block', blockOfCaller(address)], max: 10 * max, windowMs: 15 * MINUTE },
  ];
}

/** Strangers at the same address have other attempts. */
function ofBrowser(user: string): Limit {
  return { name: ['log-in', 'browser', user], max: FROM_ADDRESS['log-in'], windowMs: 15 * MINUTE };
}

/** Returns the number of deleted rows. */
export async function forgetAttempts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - LONGEST_MS);
  return store.deleteOldAttempts(db, before);
}

async function count({ db, now }: Pick<Context, 'db' | 'now'>, limit: Limit): Promise<number> {
  const at = now();
  const { max, windowMs } = limit;
  const windowStart = new Date(at.getTime() - windowMs);
  const { attempts, since } = await store.countAttempt(db, { key: keyOf(limit), now: at, windowStart });
  if (attempts <= max) return attempts;
  const retryAfter = Math.max(1, Math.ceil((since.getTime() + windowMs - at.getTime()) / SECOND));
  throw Object.assign(new ApiError('too_many_attempts'), { retryAfter });
}

/** Rows have no e-mails: their people may be no users. */
function keyOf({ name }: Limit): Buffer {
  return createHash('sha256').update(JSON.stringify(name)).digest();
}
