import { hostname } from 'node:os';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { richDatabase } from '../../../test/account-copy/rich-account.ts';
import { commandProcess } from '../../../test/harness/command-process.ts';
import { testContext } from '../../../test/harness/context.ts';
import { until } from '../../../test/harness/until.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { createSecretBox, type SecretBox } from '../../platform/lib/secret-box.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { announceGateway, forgetGateways, listGateways } from '../operator/gateways/gateway.ts';
import { proveSecretKey } from '../processes/secret-key.ts';
import { readRing, rotate } from './key-ring.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { COLUMNS, firstPlace } from './store.ts';

const [OLD, NEW] = ['01'.repeat(32), '02'.repeat(32)];
const { url } = await richDatabase(afterAll);
const ctx = await testContext({ cleanup: afterAll, databaseUrl: url });
beforeEach(() => forgetGateways(ctx));
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

/** Bytes that the secret key does not seal. */
const NOT_SEALED: Readonly<Record<string, string>> = {
  'api_keys.secret_hash': 'A hash.',
  'assistant_models.bytes': 'A trained model.',
  'document_files.content': 'A document, until it is read.',
  'embeddings.direction': 'A vector.',
  'embeddings.text_hash': 'A hash.',
  'entry_point_logos.picture': 'A public picture.',
  'kept_opt_outs.phone_mac': 'A mac. Its key outlives the secret key.',
  'login_attempts.key': 'A hash.',
  'message_media.sha256': 'A hash.',
  'account_exports.sha256': 'A hash.',
  'uploads.sha256': 'A hash.',
  'messages.fingerprint': 'A hash.',
  'messages.prepared': 'What the engine made of a message.',
  'network_files.content': 'A hash.',
  'official_updates.fingerprint': 'A hash.',
  'push_keys.public_key': 'A public key.',
  'push_subscriptions.endpoint_hash': 'A hash.',
  'quick_replies.text_hash': 'A hash.',
  'recovery_codes.code_hash': 'A hash.',
  'settings.value': 'Text, beside the check of the key and the key of macs, which come last.',
  'site_pages.hash': 'A hash.',
  'user_links.token_hash': 'A hash.',
  'user_sessions.secret_hash': 'A hash.',
  'widget_codes.code_hash': 'A hash.',
};

/** Seals a text into each row of each column. The number of values. */
async function sealAll(box: SecretBox): Promise<number> {
  await ctx.pool.query(`
    insert into device_pairings (device_id, qr, expires_at) values (1, '', now()) on conflict do nothing;
    insert into device_passkeys (device_id, ceremony_id, state, options, assertion, code, asked_at, expires_at)
    values (1, gen_random_uuid(), 'sent', '', '', '', now(), now())
    on conflict (device_id) do update set options = '', assertion = '', code = '';
    insert into device_typed_codes (device_id, phone_number, state, code, asked_at, hour_from, asks)
    values (1, '6281100000001', 'shown', '', now(), now(), 1) on conflict (device_id) do update set code = '';
    update language_models set api_key = '';
    update erasures set subject = '', finished_at = null;
    update devices set official_app_secret = '' where id = 2;
    update message_media set source = '';
    update webhooks set previous_secrets = '{"", ""}', previous_secret_until = now();
    update users set totp_secret = '' where id = (select min(id) from users)`);
  let count = 0;
  for (const { each, find, replace } of COLUMNS) {
    for (const { values, sealed: earlier } of await find(ctx.db, { after: firstPlace(each), limit: 500 })) {
      if (earlier === null) continue;
      const value = () => box.seal(Buffer.from(`rahasia ${nameOf(each)}`), each.placeOf(values));
      const sealed = each.isList ? [value(), value()] : value();
      count += await ctx.db.transaction((tx) => replace(tx, { values, earlier, sealed }));
    }
  }
  return count;
}

test('each column with bytes is sealed, or says why not', async () => {
  const { rows } = await ctx.pool.query(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.data_type = 'bytea' or c.udt_name = '_bytea')`,
  );

  const known = [...SEALED_COLUMNS.map(nameOf), ...Object.keys(NOT_SEALED)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

test('after a rotation no secret and no start needs the earlier key, and macs stay the same', async () => {
  const [before, both, alone] = [createSecretBox(OLD), createSecretBox(NEW, [OLD]), createSecretBox(NEW)];
  await proveSecretKey(ctx.db, before);
  const count = await sealAll(before);
  const mac = before.mac('62811', 'opt-out');

  await expect(proveSecretKey(ctx.db, alone)).rejects.toThrow(/set the earlier one as KURIR_SECRET_KEY_OLD/);
  await proveSecretKey(ctx.db, both);
  const found = await readRing({ db: ctx.db, box: both });
  const done = await rotate({ ...ctx, box: both });
  await proveSecretKey(ctx.db, alone);
  const after = await readRing({ db: ctx.db, box: alone });

  expect(Object.keys(found.left).toSorted()).toEqual(SEALED_COLUMNS.map(nameOf).toSorted());
  expect(found).toMatchObject({ current: 0, unreadable: 0 });
  expect(done).toEqual({ current: count, left: {}, unreadable: 0, sealed: count });
  expect(after).toEqual({ current: count, left: {}, unreadable: 0, sealed: 0 });
  expect([both, alone].map((box) => box.mac('62811', 'opt-out'))).toEqual([mac, mac]);
  await expect(proveSecretKey(ctx.db, before)).rejects.toThrow(/KURIR_SECRET_KEY: not the key/);
});

test('a secret that is replaced during the rotation stays as it was written', async () => {
  const both = createSecretBox(NEW, [OLD]);
  await sealAll(createSecretBox(OLD));
  const newer = both.seal(Buffer.from('baru'), 'webhooks|secret|1');
  const db: typeof ctx.db = {
    query: ctx.db.query.bind(ctx.db),
    async transaction(work) {
      await ctx.pool.query('update webhooks set secret = $1 where id = 1', [newer]);
      return ctx.db.transaction(work);
    },
  };

  const { left } = await rotate({ ...ctx, db, box: both });

  const { rows } = await ctx.pool.query('select secret from webhooks where id = 1');
  expect([left, rows]).toEqual([{}, [{ secret: newer }]]);
});

test('what no key opens is counted, and stops nothing', async () => {
  await sealAll(createSecretBox('03'.repeat(32)));

  const ring = await rotate({ ...ctx, box: createSecretBox(NEW, [OLD]) });

  expect(ring).toMatchObject({ current: 0, left: {}, sealed: 0 });
  expect(ring.unreadable).toBeGreaterThan(SEALED_COLUMNS.length - 1);
});

test('while a process lives with another key, or with none that is known, the rotation says which', async () => {
  const count = await sealAll(createSecretBox(OLD));
  const both = { ...ctx, box: createSecretBox(NEW, [OLD]) };
  const announce = async (box: SecretBox) => {
    const gateway = announceGateway({ ...ctx, box });
    onTestFinished(() => gateway.stop());
    const isNoted = async () => (await listGateways(ctx.db, ctx.now())).some(({ isThis }) => isThis);
    await until(isNoted, { what: 'the process' });
    return gateway;
  };
  const startEarlierVersion = () =>
    ctx.pool.query(
      `insert into gateways (gateway_id, host, pid, version, roles, started_at, seen_at)
       values ('00000000-0000-4000-8000-000000000007', 'toko', 7, '0.0.9', '{api}', $1, $1) on conflict do nothing`,
      [ctx.now()],
    );
  const meanwhile: typeof ctx.db = {
    query: ctx.db.query.bind(ctx.db),
    transaction: async (work) => {
      await startEarlierVersion();
      return ctx.db.transaction(work);
    },
  };

  const earlier = await announce(createSecretBox(OLD, [NEW]));
  await expect(rotate(both)).rejects.toThrow(`process ${process.pid} on ${hostname()} (version ${VERSION})`);
  const untouched = await readRing(both);
  await earlier.stop();
  await expect(rotate({ ...both, db: meanwhile })).rejects.toThrow('process 7 on toko (version 0.0.9)');
  ctx.clock.advance(MINUTE + SECOND);
  await announce(both.box);
  const done = await rotate(both);

  expect(untouched).toMatchObject({ current: 0 });
  expect(done).toMatchObject({ current: count, left: {} });
});

test('the operator rotates with one command, and sees that nothing is left', async () => {
  const count = await sealAll(createSecretBox(OLD));
  const env = { DATABASE_URL: url, KURIR_SECRET_KEY: NEW, KURIR_SECRET_KEY_OLD: OLD, KURIR_ENV_FILE: '' };
  const kurir = commandProcess(env);
  onTestFinished(() => kurir.end());

  const results = [];
  for (const word of ['status', 'rotate', 'status'])
    results.push(await kurir.run('key-ring', word, '--json'));

  const found = results.map(({ stdout, stderr }) => (stderr === '' ? JSON.parse(stdout) : stderr));
  expect(found).toMatchObject([
    { current: 0, left: count },
    { current: count, encrypted_again: count, left: 0, left_in: null },
    { current: count, encrypted_again: 0, left: 0 },
  ]);
});
