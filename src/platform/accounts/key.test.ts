import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { createKey, isSameSecret, listKeys, readKey, revokeKey } from './key.ts';

const MINUTE = 60_000;

const ctx = await testContext({ cleanup: afterAll });

async function accountWithKey() {
  const account = await insertAccount(ctx);
  const key = await createKey(ctx, { accountId: account.id, name: 'till', scope: 'send', expiresAt: null });
  return { account, key };
}

test('a new key carries its id and 160 random bits, and only a hash of them is stored', async () => {
  const { key } = await accountWithKey();

  const row = await tablesOf(ctx.db)
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key.key_id)
    .executeTakeFirstOrThrow();

  expect(key.api_key).toMatch(new RegExp(`^kurir_${key.key_id}_[0-9A-Za-z]{27}$`));
  expect(row.secret_hash).toHaveLength(32);
  expect(JSON.stringify(Object.values(row).map(String))).not.toContain(key.api_key.split('_')[2]);
});

test('every bit of the secret counts, from the lowest bytes to the highest', async () => {
  const { account } = await accountWithKey();
  const keyFrom = async (bytes: number[]) => {
    const fixed = {
      ...ctx,
      randomBytes: (size: number) => (size === 20 ? Buffer.from(bytes) : ctx.randomBytes(size)),
    };
    return createKey(fixed, { accountId: account.id, name: 'k', scope: 'full', expiresAt: null });
  };

  const lowest = await keyFrom(Array(20).fill(0));
  const highest = await keyFrom(Array(20).fill(255));
  const next = await keyFrom([...Array(19).fill(0), 1]);

  const secrets = [lowest, next, highest].map((key) => key.api_key.split('_')[2]);
  expect(secrets).toEqual(['0'.repeat(27), `${'0'.repeat(26)}1`, expect.stringMatching(/^[0-9A-Za-z]{27}$/)]);
  expect(readKey(highest.api_key)).not.toBeNull();
});

test('the right secret is recognised and any other is not', async () => {
  const { key } = await accountWithKey();
  const { secret_hash } = await tablesOf(ctx.db)
    .selectFrom('api_keys')
    .select('secret_hash')
    .where('id', '=', key.key_id)
    .executeTakeFirstOrThrow();
  const last = key.api_key.at(-1) === 'x' ? 'y' : 'x';

  const right = readKey(key.api_key);
  const wrong = readKey(key.api_key.slice(0, -1) + last);

  expect(right && isSameSecret(right, secret_hash)).toBe(true);
  expect(wrong && isSameSecret(wrong, secret_hash)).toBe(false);
  expect(right && isSameSecret(right, Buffer.alloc(0))).toBe(false);
});

test('text that cannot be a key is recognised as such', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => readKey(text) === null || /^kurir_/.test(text)),
  );
  expect(['', 'kurir_', 'kurir_a_b', `Kurir_${'a'.repeat(11)}_${'b'.repeat(27)}`].map(readKey)).toEqual(
    Array(4).fill(null),
  );
});

test('a key that would have expired already is not issued', async () => {
  const { account } = await accountWithKey();

  const creating = createKey(ctx, { accountId: account.id, name: 'k', scope: 'full', expiresAt: ctx.now() });

  await expect(creating).rejects.toThrow('The expiry must be in the future.');
});

test('a revoked key keeps the time of its first revocation', async () => {
  const { account, key } = await accountWithKey();
  const first = await revokeKey(ctx, key.key_id);

  ctx.clock.advance(MINUTE);
  const second = await revokeKey(ctx, key.api_key);

  expect(second.revoked_at).toEqual(first.revoked_at);
  expect(await listKeys(ctx.db, account.id)).toEqual([second]);
});

test('revoking a key that does not exist says so', async () => {
  await expect(revokeKey(ctx, 'nobody')).rejects.toThrow('No such key');
});
