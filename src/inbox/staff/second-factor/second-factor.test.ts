import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { ApiErrorCode } from '../../../platform/lib/error-codes.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import {
  beginFactor,
  checkSecondFactor,
  clearFactor,
  confirmFactor,
  type FactorUser,
  getFactor,
  removeFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

const ctx = await testContext({ cleanup: afterAll });
const account = await insertAccount(ctx);

test('a second factor counts from its first code on, and not before', async () => {
  const user = await insertUser();
  await beginFactor(ctx, user, 'Toko');
  const { secret } = await beginFactor(ctx, user, 'Toko');

  await expect(check(user, undefined)).resolves.toBeUndefined();
  await expect(confirm(user, '000000')).rejects.toThrow(FieldErrors);
  await expect(check(user, undefined)).resolves.toBeUndefined();
  const codes = await confirm(user, codeOf(secret));

  expect(codes).toHaveLength(10);
  expect(await getFactor(ctx.db, user.id)).toMatchObject({ isActive: true, recoveryCodes: 10 });
  await expect(check(user, undefined)).rejects.toMatchObject(error('code_required'));
  await expect(beginFactor(ctx, user, 'Toko')).rejects.toMatchObject(error('second_factor_active'));
});

test('each code counts once: also the first one, and also at the same time', async () => {
  const { user, secret, firstCode } = await userWithFactor();

  await expect(check(user, firstCode)).rejects.toMatchObject(error('invalid_login'));
  ctx.clock.advance(31 * SECOND);
  const code = codeOf(secret);
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => check(user, code)));

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code counts for one step before and after its own, and no earlier code counts after it', async () => {
  const { user, secret } = await userWithFactor();
  ctx.clock.advance(5 * MINUTE);
  const [before, , after] = [-30, 0, 30].map((seconds) => codeOf(secret, seconds));
  const tooLate = codeOf(secret, -60);

  await expect(check(user, tooLate)).rejects.toMatchObject(error('invalid_login'));
  await expect(check(user, after)).resolves.toBeUndefined();
  await expect(check(user, before)).rejects.toMatchObject(error('invalid_login'));
});

test('a recovery code works once, in any spelling, and is in the audit log', async () => {
  const { user, codes } = await userWithFactor();
  const [first = '', second = ''] = codes;

  await check(user, first.toUpperCase().replaceAll('-', ' '));

  await expect(check(user, first)).rejects.toMatchObject(error('invalid_login'));
  const both = await Promise.allSettled([check(user, second), check(user, second)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await getFactor(ctx.db, user.id)).toMatchObject({ recoveryCodes: 8 });
  expect(await actionsOf(user)).toEqual([
    'second_factor.added',
    'second_factor.recovery_code_used',
    'second_factor.recovery_code_used',
  ]);
});

test('new recovery codes replace the old ones, and codes of another user are none', async () => {
  const [{ user, codes }, other] = [await userWithFactor(), await userWithFactor()];
  const [, old = '', proof = ''] = codes;

  const renewed = await inTx((tx) => renewRecoveryCodes(tx, ctx, user, proof));

  await expect(check(user, old)).rejects.toMatchObject(error('invalid_login'));
  await expect(check(user, other.codes[0])).rejects.toMatchObject(error('invalid_login'));
  await expect(check(user, renewed[0])).resolves.toBeUndefined();
});

test('a user removes the factor with a code, an admin without one', async () => {
  const [one, other] = [await userWithFactor(), await userWithFactor()];

  await expect(inTx((tx) => removeFactor(tx, ctx, one.user, '000000'))).rejects.toThrow(FieldErrors);
  await inTx((tx) => removeFactor(tx, ctx, one.user, one.codes[0] ?? ''));
  await inTx((tx) => clearFactor(tx, ctx, other.user));
  await inTx((tx) => clearFactor(tx, ctx, other.user));

  for (const { user, codes } of [one, other]) {
    await expect(check(user, undefined)).resolves.toBeUndefined();
    expect(await getFactor(ctx.db, user.id)).toMatchObject({ isActive: false, recoveryCodes: 0 });
    const again = inTx((tx) => removeFactor(tx, ctx, user, codes[1] ?? ''));
    await expect(again).rejects.toMatchObject(error('second_factor_missing'));
  }
  expect(await actionsOf(other.user)).toEqual(['second_factor.added', 'second_factor.removed']);
});

test('of two removals with two recovery codes at the same time one removes', async () => {
  const { user, codes } = await userWithFactor();

  const results = await Promise.allSettled(
    codes.slice(0, 2).map((code) => inTx((tx) => removeFactor(tx, ctx, user, code))),
  );

  const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refused).toMatchObject(error('second_factor_missing'));
});

test('of two first codes at the same time one counts, and its recovery codes work', async () => {
  const user = await insertUser();
  const { secret } = await beginFactor(ctx, user, 'Toko');
  const code = codeOf(secret);

  const results = await Promise.allSettled([confirm(user, code), confirm(user, code)]);

  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(won).toHaveLength(1);
  expect(await getFactor(ctx.db, user.id)).toMatchObject({ recoveryCodes: 10 });
  await expect(check(user, won[0]?.[0])).resolves.toBeUndefined();
});

test('a stored secret opens for its user alone, and is nowhere in plain text', async () => {
  const [one, other] = [await userWithFactor(), await userWithFactor()];
  const users = tablesOf(ctx.db);
  const { totp_secret } = await users
    .selectFrom('users')
    .select('totp_secret')
    .where('id', '=', one.user.id)
    .executeTakeFirstOrThrow();

  expect(totp_secret?.includes(Buffer.from(Secret.fromBase32(one.secret).bytes))).toBe(false);
  await users.updateTable('users').set({ totp_secret }).where('id', '=', other.user.id).execute();
  ctx.clock.advance(MINUTE);
  await expect(check(other.user, codeOf(one.secret))).rejects.toThrow();
});

const error = (code: ApiErrorCode) => ({ code });
const inTx: typeof ctx.db.transaction = (work) => ctx.db.transaction(work);
const check = (user: FactorUser, code: string | undefined) =>
  inTx((tx) => checkSecondFactor(tx, ctx, user, code));
const confirm = (user: FactorUser, code: string) => inTx((tx) => confirmFactor(tx, ctx, user, code));

function codeOf(secret: string, seconds = 0): string {
  const timestamp = ctx.now().getTime() + seconds * SECOND;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

let users = 0;

async function insertUser(): Promise<FactorUser> {
  users += 1;
  const row = { account_id: account.id, name: `Budi ${users}`, email: `budi${users}@toko.example` };
  return tablesOf(ctx.db)
    .insertInto('users')
    .values({ ...row, role: 'agent', status: 'active', created_at: ctx.now() })
    .returning(['id', 'account_id', 'user_uuid'])
    .executeTakeFirstOrThrow();
}

async function userWithFactor() {
  const user = await insertUser();
  const { secret } = await beginFactor(ctx, user, 'Toko');
  const firstCode = codeOf(secret);
  return { user, secret, firstCode, codes: await confirm(user, firstCode) };
}

async function actionsOf(user: FactorUser): Promise<string[]> {
  const rows = await tablesOf(ctx.db)
    .selectFrom('audit_log')
    .select('action')
    .where('target', '=', user.user_uuid)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}
