import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { blockOfCaller, networkOfCaller } from '../../../platform/lib/networks.ts';
import * as store from './store.ts';

/** The longest window. */
const LONGEST_MS = HOUR;

interface Limit {
  /** Of the attempts that it counts together. */
  name: readonly string[];
  max: number;
  windowMs: number;
}

/** The attempts of one caller that count. */
export interface Attempts {
  /** In the widest window: of the user, from everywhere. */
  readonly ofUser: number;
  /** After a success: no limit keeps this attempt, and the narrowest begins again, unless others share it. */
  succeeded(options?: { isShared: boolean }): Promise<void>;
}

/** Who a caller claims to be. An e-mail is any text, so that it must not count as the id of a user. */
interface Claim {
  by: 'e-mail' | 'id';
  user: string;
  /** The user who has a session, or had one, in the browser of the caller. Null: a stranger. */
  knownUser: string | null;
}

/**
 * Counts an attempt to prove to be `user` before its proof is checked, so that attempts at the same moment cannot
 * pass a limit together. An attempt that one limit refuses does not count in the wider ones: an address cannot
 * use up the attempts of other addresses. ApiError too_many_attempts.
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

/** For secrets that name no user, like links. Counts as `countAttempt`. ApiError too_many_attempts. */
export async function countFromAddress(
  ctx: Pick<Context, 'db' | 'now'>,
  kind: 'link' | 'look' | 'oidc',
  address: string,
): Promise<void> {
  for (const limit of ofStranger(kind, address)) await count(ctx, limit);
}

/**
 * Counts a code of the second factor of `user`, after the right password and before its check. Codes are short,
 * so wrong ones count together from all addresses. ApiError too_many_attempts.
 */
export async function countCode(
  ctx: Pick<Context, 'db' | 'now'>,
  user: string,
): Promise<{ succeeded(): Promise<void> }> {
  const limit = { name: ['code', user], max: 10, windowMs: LONGEST_MS };
  await count(ctx, limit);
  return { succeeded: () => store.giveBackAttempts(ctx.db, [keyOf(limit)]) };
}

/** Reloads look again, log-ins by OIDC guess nothing (the limit protects the provider): an office has one address. */
const FROM_ADDRESS = { 'log-in': 30, link: 30, look: 100, oidc: 100 };

/** A block with many addresses has ten times as much. */
function ofStranger(kind: keyof typeof FROM_ADDRESS, address: string): Limit[] {
  const max = FROM_ADDRESS[kind];
  return [
    { name: [kind, networkOfCaller(address)], max, windowMs: 15 * MINUTE },
    { name: [kind, 'block', blockOfCaller(address)], max: 10 * max, windowMs: 15 * MINUTE },
  ];
}

/** Strangers at the address of a known browser do not use up its attempts. */
function ofBrowser(user: string): Limit {
  return { name: ['log-in', 'browser', user], max: FROM_ADDRESS['log-in'], windowMs: 15 * MINUTE };
}

/** Returns the number of the deleted rows. */
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

/** The rows have no e-mails of people who may be no users. */
function keyOf({ name }: Limit): Buffer {
  return createHash('sha256').update(JSON.stringify(name)).digest();
}
