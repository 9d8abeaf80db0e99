import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import * as store from './store.ts';
import { authenticatorUri, drawQr, findStep, readCode, SECRET_BYTES, typedSecret } from './totp.ts';

export interface FactorUser {
  id: number;
  account_id: number;
  user_uuid: string;
}

export interface NewFactor {
  /** Base32. */
  secret: string;
  uri: string;
  /** As a data URL. */
  qr_png: string;
}

export interface FactorState {
  isActive: boolean;
  confirmedAt: Date | null;
  recoveryCodes: number;
}

type Parts = Pick<Context, 'actor' | 'box' | 'now'>;

export async function getFactor(db: Db, userId: number): Promise<FactorState> {
  const row = await store.findFactor(db, { userId });
  const confirmedAt = row?.totp_confirmed_at ?? null;
  return { isActive: confirmedAt !== null, confirmedAt, recoveryCodes: row?.recovery_codes ?? 0 };
}

/** Active from its first code. `label` names it in the app. ApiError second_factor_active. */
export async function beginFactor(
  ctx: Pick<Context, 'box' | 'db' | 'randomBytes'>,
  user: FactorUser,
  label: string,
): Promise<NewFactor> {
  const secret = ctx.randomBytes(SECRET_BYTES);
  const sealed = ctx.box.seal(secret, totpPlace(user));
  if (!(await store.beginFactor(ctx.db, user.id, sealed))) throw new ApiError('second_factor_active');
  const uri = authenticatorUri(secret, label);
  return { secret: typedSecret(secret), uri, qr_png: await drawQr(uri) };
}

/**
 * Returns the recovery codes, shown once. ApiError second_factor_active or second_factor_missing.
 */
export async function confirmFactor(
  tx: Tx,
  ctx: Parts & Pick<Context, 'randomBytes'>,
  user: FactorUser,
  code: string,
): Promise<string[]> {
  const row = await store.lockFactor(tx, { userId: user.id });
  if (row?.totp_confirmed_at) throw new ApiError('second_factor_active');
  if (!row?.totp_secret) throw new ApiError('second_factor_missing');
  const now = ctx.now();
  const step = stepOf(ctx, user, row.totp_secret, code);
  if (step === null) throw wrongCode();
  const isConfirmed = await store.confirmFactor(tx, user.id, { secret: row.totp_secret, step, now });
  // A concurrent call was faster.
  if (!isConfirmed) throw new ApiError('second_factor_active');
  await note(tx, ctx, user, 'second_factor.added');
  return replaceCodes(tx, ctx, user);
}

/** Ends the earlier codes. ApiError second_factor_missing. */
export async function renewRecoveryCodes(
  tx: Tx,
  ctx: Parts & Pick<Context, 'randomBytes'>,
  user: FactorUser,
  code: string,
): Promise<string[]> {
  if (!(await proveActive(tx, ctx, user, code))) throw wrongCode();
  await note(tx, ctx, user, 'second_factor.codes_renewed');
  return replaceCodes(tx, ctx, user);
}

/** By the user, with a code. ApiError second_factor_missing. */
export async function removeFactor(tx: Tx, ctx: Parts, user: FactorUser, code: string): Promise<void> {
  if (!(await proveActive(tx, ctx, user, code))) throw wrongCode();
  await clearFactor(tx, ctx, user);
}

/** Without a code: after a loss, or with a new password by link. */
export async function clearFactor(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  user: FactorUser,
): Promise<void> {
  if (await store.clearFactor(tx, user.id)) await note(tx, ctx, user, 'second_factor.removed');
}

/**
 * After the right password, in the session's transaction. A code counts once. ApiError
 * code_required, invalid_login.
 */
export async function checkSecondFactor(
  tx: Tx,
  ctx: Parts,
  user: FactorUser,
  code: string | undefined,
): Promise<void> {
  const row = await store.lockFactor(tx, { userId: user.id });
  if (!isActive(row)) return;
  if (code === undefined) throw new ApiError('code_required');
  if (!(await isProof(tx, ctx, user, row.totp_secret, code))) throw new ApiError('invalid_login');
}

async function proveActive(tx: Tx, ctx: Parts, user: FactorUser, code: string): Promise<boolean> {
  const row = await store.lockFactor(tx, { userId: user.id });
  if (!isActive(row)) throw new ApiError('second_factor_missing');
  return isProof(tx, ctx, user, row.totp_secret, code);
}

/** Of the app, or for recovery. */
async function isProof(tx: Tx, ctx: Parts, user: FactorUser, secret: Buffer, code: string): Promise<boolean> {
  const step = stepOf(ctx, user, secret, code);
  if (step !== null) return store.useStep(tx, user.id, secret, step);
  const recovery = readRecoveryCode(code);
  if (recovery === null || !(await store.useCode(tx, user.id, hashRecoveryCode(user.id, recovery)))) {
    return false;
  }
  await note(tx, ctx, user, 'second_factor.recovery_code_used');
  return true;
}

function stepOf({ box, now }: Parts, user: FactorUser, sealed: Buffer, text: string): number | null {
  const code = readCode(text);
  return code === null ? null : findStep(box.open(sealed, totpPlace(user)), code, now());
}

async function replaceCodes(tx: Tx, ctx: Pick<Context, 'randomBytes'>, user: FactorUser): Promise<string[]> {
  const codes = newRecoveryCodes(ctx);
  const hashes = codes.map((code) => hashRecoveryCode(user.id, code.replaceAll('-', '')));
  await store.replaceCodes(tx, user, hashes);
  return codes;
}

function note(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  { account_id, user_uuid }: FactorUser,
  action: `second_factor.${'added' | 'removed' | 'codes_renewed' | 'recovery_code_used'}`,
): Promise<void> {
  return record(tx, ctx, [{ action, accountId: account_id, target: user_uuid }]);
}

type ActiveRow = store.FactorRow & { totp_secret: Buffer; totp_confirmed_at: Date };

const isActive = (row: store.FactorRow | undefined): row is ActiveRow =>
  row !== undefined && row.totp_secret !== null && row.totp_confirmed_at !== null;

/** Opens in the row of this user alone. */
export const totpPlace = ({ user_uuid }: Pick<FactorUser, 'user_uuid'>) => `users|totp_secret|${user_uuid}`;

const wrongCode = () => new FieldErrors({ code: ['is wrong, or was used before'] });
