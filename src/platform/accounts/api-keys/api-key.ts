import type { Context } from '../../../context.ts';
import { record } from '../../audit/audit.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import { createdEntry, generateKey, isKeyId, makerOf } from '../key.ts';
import type { ApiKey, CallingKey, StaffCaller } from '../schema.ts';
import { boundsBelow } from './bounds.ts';
import { type CreateApiKey, MAX_DEAD_KEYS, MAX_LIVING_KEYS } from './schema.ts';
import * as store from './store.ts';

type KeyContext = Pick<Context, 'actor' | 'db' | 'now' | 'randomBytes'>;

interface KeyManager {
  callingKey: CallingKey | null;
  staff: Pick<StaffCaller, 'id'> | null;
  /** Rejects if the user has lost the right. */
  lockStaff: ((tx: Tx) => Promise<void>) | null;
}

/** The only answer with the secret. A revoked creator creates none. */
export async function createAccountKey(
  ctx: KeyContext,
  accountId: number,
  creator: KeyManager,
  { name, scope, ...wish }: CreateApiKey,
): Promise<{ key: ApiKey; api_key: string }> {
  const now = ctx.now();
  const { expires_at = null, allow_list = null } = creator.callingKey ?? {};
  const bounds = boundsBelow({ expires_at, allowed_addresses: allow_list?.split(',') ?? null }, wish, now);
  const { id, secret_hash, api_key } = generateKey(ctx.randomBytes);
  const made = { ...makerOf(ctx.actor), user_id: creator.staff?.id ?? null };
  const row = { id, account_id: accountId, name, scope, secret_hash, created_at: now, ...bounds, ...made };
  return ctx.db.transaction(async (tx) => {
    if ((await store.lockAccount(tx, accountId)) !== 'active') throw new ApiError('account_inactive');
    await lockWithCaller(tx, { accountId, caller: creator, now });
    await store.forgetDeadKeys(tx, { account_id: accountId, at: now, kept: MAX_DEAD_KEYS });
    const key = await store.insertKey(tx, { ...row, limit: MAX_LIVING_KEYS });
    if (!key) throw new ApiError('api_key_limit_reached');
    await record(tx, ctx, [createdEntry(key)]);
    return { key, api_key };
  });
}

/** Within a second everywhere. Also the calling and the last key. */
export async function revokeAccountKey(
  ctx: KeyContext,
  accountId: number,
  caller: KeyManager,
  id: string,
): Promise<{ id: string; revoked_at: Date }> {
  if (!isKeyId(id)) throw new ApiError('api_key_not_found');
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWithCaller(tx, { accountId, caller, now }, id);
    const revoked = await store.revokeKey(tx, { account_id: accountId, id, at: now });
    if (!revoked) throw new ApiError('api_key_not_found');
    const { is_new, ...key } = revoked;
    if (is_new) await record(tx, ctx, [{ action: 'key.revoked', accountId, target: id }]);
    return key;
  });
}

/** Before locks of users. Until the transaction ends, no key is made. */
export async function lockKeysOf(tx: Tx, account: { id: number }): Promise<void> {
  await store.lockAccount(tx, account.id);
}

/** And the keys that these made. Within a second everywhere. */
export async function revokeKeysOf(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  { account_id, id }: { account_id: number; id: number },
): Promise<void> {
  const ids = await store.revokeKeysOf(tx, { account_id, user_id: id, at: ctx.now() });
  await record(
    tx,
    ctx,
    ids.map((target) => ({ action: 'key.revoked' as const, accountId: account_id, target })),
  );
}

export function countKeysOf({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<number> {
  return store.countKeysOf(db, userId, now());
}

/** The caller may have been revoked a second ago. */
async function lockWithCaller(
  tx: Tx,
  { accountId, caller, now }: { accountId: number; caller: KeyManager; now: Date },
  ...ids: string[]
): Promise<void> {
  await caller.lockStaff?.(tx);
  const callerId = caller.callingKey?.id;
  const keys = await store.lockKeys(tx, {
    account_id: accountId,
    ids: [callerId ?? [], ids].flat(),
    at: now,
  });
  if (callerId === undefined) return;
  if (!keys.find(({ id }) => id === callerId)?.is_living) throw new ApiError('invalid_api_key');
}
