import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type Entry, record } from '../audit/audit.ts';
import type { Actor } from '../lib/actor.ts';
import { CommandError } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import type { Db } from '../lib/db/db.ts';
import type { ApiKey, KeyMaker, Scope } from './schema.ts';
import * as store from './store.ts';

/** Secret scanners recognise the prefix. */
const API_KEY = /^kurir_([0-9A-Za-z]{11})_([0-9A-Za-z]{27})$/;
const KEY_ID = /^[0-9A-Za-z]{11}$/;
const ID_BYTES = 8;
const ID_LENGTH = 11;
const SECRET_BYTES = 20;
const SECRET_LENGTH = 27;

export interface NewKey {
  account_id: number;
  key_id: string;
  /** Only its hash is stored. */
  api_key: string;
  scope: Scope;
  expires_at: Date | null;
  /** Empty: from all addresses. */
  allowed_addresses: readonly string[];
}

/** The id of a row, and the hash that it must have. */
export interface PresentedKey {
  id: string;
  secretHash: Buffer;
}

/** Without limits, for the operator. Needs an account and canonical addresses. CommandError for a past `expiresAt`. */
export async function createKey(
  ctx: Pick<Context, 'actor' | 'db' | 'now' | 'randomBytes'>,
  input: {
    accountId: number;
    name: string;
    scope: Scope;
    expiresAt: Date | null;
    allowedAddresses?: readonly string[];
  },
): Promise<NewKey> {
  const { accountId, name, scope, expiresAt, allowedAddresses = [] } = input;
  if (expiresAt !== null && expiresAt <= ctx.now())
    throw new CommandError('The expiry must be in the future.', 'invalid_usage');
  const { id, secret_hash, api_key } = generateKey(ctx.randomBytes);
  const key = {
    id,
    account_id: accountId,
    name,
    secret_hash,
    scope,
    created_at: ctx.now(),
    expires_at: expiresAt,
    allowed_addresses: allowedAddresses.length > 0 ? allowedAddresses : null,
    ...makerOf(ctx.actor),
  };
  await ctx.db.transaction(async (tx) => {
    await store.insertKey(tx, key);
    await record(tx, ctx, [createdEntry(key)]);
  });
  return {
    account_id: accountId,
    key_id: id,
    api_key,
    scope,
    expires_at: expiresAt,
    allowed_addresses: allowedAddresses,
  };
}

/** Staff does not learn which operator. */
export function makerOf({ type, id }: Actor): KeyMaker {
  return { created_by: type, created_by_id: type === 'api_key' || type === 'user' ? id : null };
}

export function createdEntry(key: Omit<store.NewKey, 'secret_hash'>): Entry {
  const { id, account_id, name, scope, expires_at, allowed_addresses } = key;
  return {
    action: 'key.created',
    accountId: account_id,
    target: id,
    detail: { name, scope, expires_at: expires_at?.toISOString() ?? null, allowed_addresses },
  };
}

export function generateKey(randomBytes: Context['randomBytes']) {
  const id = base62(randomBytes(ID_BYTES), ID_LENGTH);
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_LENGTH);
  return { id, secret_hash: hashSecret(secret), api_key: `kurir_${id}_${secret}` };
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

export function listKeys(db: Db, accountId: number): Promise<ApiKey[]> {
  return store.listKeys(db, { accountId });
}

/** Accounts without a call are missing. */
export async function findLastCalls(db: Db, accountIds: readonly number[]): Promise<Map<number, Date>> {
  const rows = await store.findLastCalls(db, { accountIds });
  return new Map(rows.map(({ account_id, at }) => [account_id, at]));
}

/** Within a second everywhere. CommandError: unknown. */
export async function revokeKey(
  ctx: Pick<Context, 'actor' | 'db' | 'now'>,
  idOrKey: string,
): Promise<ApiKey> {
  const id = API_KEY.exec(idOrKey)?.[1] ?? idOrKey;
  return ctx.db.transaction(async (tx) => {
    const revoked = await store.revokeKey(tx, { id, at: ctx.now() });
    if (!revoked) throw new CommandError(`No such key. See the ids: ${KURIR} key list`, 'not_found');
    const { is_new, ...key } = revoked;
    if (is_new) await record(tx, ctx, [{ action: 'key.revoked', accountId: key.account_id, target: id }]);
    return key;
  });
}

/** Null when the text cannot be a key. */
export function readKey(text: string): PresentedKey | null {
  const [, id, secret] = API_KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secretHash: hashSecret(secret) };
}

/** In constant time. */
export function isSameSecret(presented: PresentedKey, storedHash: Uint8Array): boolean {
  return (
    presented.secretHash.length === storedHash.length && timingSafeEqual(presented.secretHash, storedHash)
  );
}

/** A fast hash suffices for 160 random bits. */
function hashSecret(secret: string): Buffer {
  // Twice as fast: from Node's pool.
  return Buffer.from(hash('sha256', secret, 'hex'), 'hex');
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
