import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { meaningOf, readLayouts } from '../../src/app/account-copy/catalog.ts';
import { exportAccount } from '../../src/app/account-copy/export.ts';
import { importAccount } from '../../src/app/account-copy/import.ts';
import { COPIED, LEFT_OUT } from '../../src/app/account-copy/tables.ts';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import { type TestContext, testContext } from '../harness/context.ts';
import { comparable, textOf, withoutUploads } from './compared.ts';
import { MARK_OF_OTHERS, PHOTO, putFiles, richDatabase, SECRETS, UPLOAD } from './rich-account.ts';

const folder = await mkdtemp(join(tmpdir(), 'kurir-copy-'));
afterAll(() => rm(folder, { recursive: true }));
const [here, there] = [await installation('here'), await installation('there')];
let exports = 0;

async function installation(name: string) {
  const { url, apiKey } = await richDatabase(afterAll);
  const files = join(folder, name);
  const env = { KURIR_DATA_DIR: join(folder, `${name}-data`), KURIR_MEDIA_DIR: files };
  const ctx = await testContext({ cleanup: afterAll, databaseUrl: url, env });
  const store = await putFiles((text) => ctx.pool.query(text), files);
  return { ctx, store, files, apiKey };
}

async function exported({ ctx, store }: typeof here, account = 1) {
  const path = join(folder, `${++exports}.zip`);
  return { path, manifest: await exportAccount(ctx, store, account, path) };
}

const arrive = ({ ctx, store }: typeof here, path: string) => importAccount(ctx, store, path);

async function apiOf(ctx: TestContext, apiKey: string) {
  const http = assembleHttp(ctx, null);
  const lists = [
    ...[
      'contacts',
      'conversations',
      'broadcasts',
      'labels',
      'canned-replies',
      'auto-replies',
      'flows',
      'opt-outs',
    ],
    ...['entry-points', 'knowledge/faqs', 'knowledge/documents', 'knowledge/tables', 'erasures'],
  ];
  const found = new Map<string, unknown[]>();
  for (const list of lists) {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await http.inject({ method: 'GET', url: `/v1/${list}`, headers });
    const { data } = JSON.parse(withoutUploads(answer.payload));
    found.set(list, answer.statusCode === 200 ? data.map(withoutNew) : [answer.statusCode]);
  }
  await http.close();
  return found;
}

/** Row numbers, and what arrives stopped. */
function withoutNew(row: Record<string, unknown>) {
  const isStopped = 'recipients_by_status' in row || 'unreadable_pages' in row;
  const stopped = ['status', 'reason', 'finish_expected_at', 'state', 'problem'];
  const isNew = ([name, value]: [string, unknown]) =>
    (name === 'id' && typeof value === 'number') || (isStopped && stopped.includes(name));
  return Object.fromEntries(Object.entries(row).filter((entry) => !isNew(entry)));
}

const rowsIn = async ({ ctx }: typeof here, text: string, ...values: unknown[]) =>
  (await ctx.pool.query(text, values)).rows;

test('each table leaves with the account, or says why it stays', async () => {
  const tables = await rowsIn(
    here,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );

  const known = [...COPIED.map(({ name }) => name), ...Object.keys(LEFT_OUT)];

  expect(tables.map(({ name }) => name)).toEqual(known.sort());
});

test('each number of a copied table is an id of something, or is said to be none', async () => {
  const layouts = await readLayouts(here.ctx.db, COPIED);

  const unknown = layouts.flatMap((layout) =>
    layout.columns.filter((column) => !meaningOf(layout, column)).map(({ name }) => `${layout.name}.${name}`),
  );

  expect(unknown).toEqual([]);
});

test('a row of every table leaves, and arrives the same in another installation', async () => {
  const first = await exported(here);

  const { accountId, apiKey, isRenamed } = await arrive(there, first.path);
  const second = await exported(there, accountId);

  expect(first.manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
  // Hashes under the secret key of this installation.
  const others = ({ manifest }: typeof first) =>
    manifest.tables.filter(({ name }) => name !== 'kept_opt_outs').map(({ name, rows }) => [name, rows]);
  expect([isRenamed, others(second)]).toEqual([false, others(first)]);
  const [before, after] = [await comparable(here.ctx, first.path), await comparable(there.ctx, second.path)];
  expect([before.get('kept_opt_outs'), after.get('kept_opt_outs')]).toEqual([[expect.anything()], []]);
  expect(after.set('kept_opt_outs', before.get('kept_opt_outs') ?? [])).toEqual(before);
  expect(await apiOf(there.ctx, apiKey)).toEqual(await apiOf(here.ctx, here.apiKey));
});

test('no secret leaves, and nothing of another account', async () => {
  const { path } = await exported(here);

  const text = await textOf(path);

  const stays = [MARK_OF_OTHERS, ...SECRETS, ...SECRETS.map((secret) => Buffer.from(secret).toString('hex'))];
  expect(stays.filter((each) => text.includes(each))).toEqual([]);
  expect(text).toContain('Ani');
});

test('files arrive byte for byte, and what is gone is counted', async () => {
  const { path, manifest } = await exported(here);
  const before = await filesOf(there.files);

  const { accountId } = await arrive(there, path);

  const arrived = (await filesOf(there.files)).slice(0);
  for (const content of [UPLOAD, PHOTO]) expect(countOf(arrived, content)).toBe(countOf(before, content) + 1);
  expect(manifest.files).toMatchObject({ stored: 2, missing: expect.any(Number) });
  const media = await rowsIn(there, 'select state from message_media where account_id = $1', accountId);
  expect(media.filter(({ state }) => state === 'stored')).toHaveLength(1);
  const uploads = await rowsIn(
    there,
    `select (select media_url from messages where account_id = $1 and media_url like 'kurir-media:%') =
       'kurir-media:' || $1 || '/' || id as is_sent from uploads where account_id = $1 and state = 'stored'`,
    accountId,
  );
  expect(uploads).toEqual([{ is_sent: true }]);
  const [original, copied] = [await namesIn(here), await namesIn(there)];
  expect(copied.filter((name) => original.includes(name))).toEqual([]);
  expect(await rowsIn(there, 'select from document_uploads where due_at > now()')).toEqual([]);
});

const namesIn = async (place: Parameters<typeof rowsIn>[0]) =>
  (await rowsIn(place, `select id from uploads where state = 'stored'`)).map(({ id }) => id);

const countOf = (all: readonly Buffer[], content: Buffer) =>
  all.filter((each) => each.equals(content)).length;

async function filesOf(root: string): Promise<Buffer[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const all = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Promise.all(all.map((path) => readFile(path)));
}

test.each([
  ['in the same installation', here],
  ['in another one', there],
])('rules, flows and canned replies of a copy %s name its own files', async (_, place) => {
  const { path } = await exported(here);

  const { accountId } = await arrive(place, path);

  const named = await rowsIn(
    place,
    `select file_id, exists (select from uploads where id = file_id and account_id = $1) as is_own from (
       select file_id from canned_replies where account_id = $1 and file_id is not null
       union all
       select jsonb_array_elements_text(kurir_named_files(definition))::uuid from auto_replies where account_id = $1
       union all
       select jsonb_array_elements_text(kurir_named_files(draft::jsonb))::uuid from flows where account_id = $1
     ) named`,
    accountId,
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.every(({ is_own }) => is_own)).toBe(true);
});

test('nothing of an imported account is sent', async () => {
  const { path } = await exported(here);

  const { accountId } = await arrive(there, path);

  const of = (text: string) => rowsIn(there, text, accountId);
  expect(await of(`select from messages where account_id = $1 and (due or kept_reason is not null)`)).toEqual(
    [],
  );
  expect(
    await of(`select from messages m where account_id = $1 and status = 'queued'
      and not exists (select from broadcasts where id = broadcast_id and status = 'paused')`),
  ).toEqual([]);
  expect(
    await of(`select from messages where account_id = $1 and error_code = 'account_imported'`),
  ).not.toEqual([]);
  expect(
    await of(`select from broadcasts where account_id = $1 and status in ('draft', 'scheduled', 'running')`),
  ).toEqual([]);
  expect(await of(`select from webhooks where account_id = $1 and status <> 'disabled'`)).toEqual([]);
  expect(
    await of(`select from devices where account_id = $1 and released_at is null and engine <> 'widget'
      and (status = 'connected' or wanted <> 'idle')`),
  ).toEqual([]);
  expect(
    await of('select from device_leases l join devices d on d.id = device_id where account_id = $1'),
  ).toHaveLength((await of('select from devices where account_id = $1')).length);
});

test('in the same installation an account arrives as another one, with new ids', async () => {
  const { path, manifest } = await exported(here);
  const before = await comparable(here.ctx, path);

  const { accountId, isRenamed } = await arrive(here, path);

  const copy = await exported(here, accountId);
  const again = await exported(here);
  expect([isRenamed, copy.manifest.tables.map(({ rows }) => rows)]).toEqual([
    true,
    manifest.tables.map(({ rows }) => rows),
  ]);
  expect(await comparable(here.ctx, again.path)).toEqual(before);
  const [original, copied] = [await textOf(path), await textOf(copy.path)];
  const [device] = await rowsIn(here, 'select device_uuid as id from devices where account_id = 1 limit 1');
  expect([original.includes(device.id), copied.includes(device.id)]).toEqual([true, false]);
  // Texts that name the device name the new one.
  const named = await rowsIn(
    here,
    `select from assistants a join devices d on d.device_uuid = any (a.device_uuids) and d.account_id = a.account_id
     where a.account_id = $1`,
    accountId,
  );
  expect(named).toHaveLength(1);
});

test('messages of an imported account are found, and the search of others goes on', async () => {
  const { path } = await exported(here);

  const { accountId } = await arrive(there, path);

  const texts = await rowsIn(there, 'select from search_texts where account_id = $1', accountId);
  const bodies = await rowsIn(
    here,
    `select from messages m join conversations c on c.phone = m.phone and c.account_id = m.account_id
     where m.account_id = 1 and m.body <> ''`,
  );
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeGreaterThanOrEqual(Math.min(1, bodies.length));
});
