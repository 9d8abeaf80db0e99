import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeCancelled } from '../../../../test/harness/closing.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { enqueueDue, runJobs } from '../../../../test/harness/jobs.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { until } from '../../../../test/harness/until.ts';
import { filesBelow } from '../../../../test/harness/uploads.ts';
import { openFileStore } from '../../../files.ts';
import { erasureJob } from '../../../gateway/people/erasure/job.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { erasureSteps } from '../../erasure.ts';
import { readText, readZip } from '../zip-reader.ts';
import { removeExports } from './export-request.ts';
import { exportJobs } from './job.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-exports-'));
afterAll(() => rm(folder, { recursive: true }));
const media = path.join(folder, 'media');
const env = { KURIR_DATA_DIR: path.join(folder, 'data'), KURIR_MEDIA_DIR: media };
const ctx = await testContext({ cleanup: afterAll, env });
const service = await openService(ctx);
const files = openFileStore(ctx.config);
const work = (maxBytes?: number) => runJobs(ctx, exportJobs(ctx, files, maxBytes));

async function shop() {
  const { api, account, apiKey } = await service.customer();
  const owner = await staffOf(service.http, ctx, { account, role: 'owner' });
  const admin = await staffOf(service.http, ctx, { account, role: 'admin' });
  await api('POST', '/v1/contacts', { phone: '081234567890', name: 'Ani' });
  const list = async (): Promise<Json[]> => (await api('GET', '/v1/account-exports')).body.data;
  const ask = () => owner.call('POST', '/app/api/account-exports');
  const download = (id: string, key = apiKey) =>
    service.http.inject({
      method: 'GET',
      url: `/v1/account-exports/${id}/file`,
      headers: { authorization: `Bearer ${key}` },
    });
  return { api, account, owner, admin, list, ask, download };
}

test('an owner gets the whole account as a file, made in the background, and the audit log has each step', async () => {
  const { owner, admin, list, ask, download, account } = await shop();

  const [asked, again, ofAdmin] = [
    await ask(),
    await ask(),
    await admin.call('POST', '/app/api/account-exports'),
  ];
  const early = await download(asked.body.id);
  await work();
  const [made] = await list();
  const file = await download(made?.id);

  expect([asked.status, asked.body.status]).toEqual([202, 'waiting']);
  expect([again.body.error, ofAdmin.body.error]).toEqual(['export_running', 'insufficient_role']);
  expect(early.json().error).toBe('export_not_ready');
  expect(made).toMatchObject({ status: 'done', size_bytes: file.rawPayload.length, error: null });
  expect(made?.progress.done).toBe(made?.progress.total);
  expect(Date.parse(made?.expires_at) - ctx.now().getTime()).toBeGreaterThan(6.9 * DAY);
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('kurir-export-'),
  });
  const zipped = path.join(folder, 'got.zip');
  await writeFile(zipped, file.rawPayload);
  const zip = await readZip(zipped);
  expect(await readText(zip, 'tables/contacts.jsonl', 10_000)).toContain('Ani');
  zip.close();
  const { body } = await owner.call('GET', '/app/api/audit?per_page=20');
  const entries = body.data.filter(({ action }: Json) => action.startsWith('account.export'));
  expect(entries.map(({ action, actor }: Json) => [action, actor.type])).toEqual([
    ['account.export_downloaded', 'api_key'],
    ['account.exported', 'user'],
    ['account.export_requested', 'user'],
  ]);
  expect(await readdir(path.join(env.KURIR_DATA_DIR, 'tmp'))).toEqual([]);
  expect(account.id).toBeGreaterThan(0);
});

test('no other account gets an export, and no key without the full scope', async () => {
  const [one, other] = [await shop(), await shop()];
  const { id } = (await one.ask()).body;
  await work();
  const key = await other.api('POST', '/v1/api-keys', { name: 'read', scope: 'read' });

  const answers = [
    await other.download(id),
    await other.download(randomUUID()),
    await other.download('x'),
    await one.download(id, key.body.api_key ?? key.body.key),
  ];

  expect(answers.map((each) => [each.statusCode, each.json().error])).toEqual([
    ...Array(3).fill([404, 'export_not_found']),
    [403, 'insufficient_scope'],
  ]);
});

test('an account keeps one file, for seven days; an erasure and a cancellation remove it', async () => {
  const { list, download, api, account } = await shop();
  const stored = async () => {
    await removeExports(ctx, files);
    return (await filesBelow(media)).length;
  };
  // Those of other tests.
  ctx.clock.advance(8 * DAY);
  await stored();
  const states = async () => (await list()).map(({ status }) => status);
  const make = async () => {
    // The list is by time.
    ctx.clock.advance(MINUTE);
    await api('POST', '/v1/account-exports');
    await work();
    return stored();
  };

  const first = await make();
  const second = await make();
  const afterSecond = await states();
  ctx.clock.advance(8 * DAY);
  const late = await stored();
  const kept = await make();
  await api('POST', '/v1/people/erase', { phone: '081234567890', confirm: 'erase' });
  await until(
    async () => {
      ctx.clock.advance(MINUTE);
      await runJobs(ctx, [erasureJob(ctx, erasureSteps(ctx))]);
      return (await api('GET', '/v1/erasures')).body.data[0].status === 'finished';
    },
    { what: 'the end of the erasure' },
  );
  const erased = await stored();
  const afterErasure = await states();
  const [gone] = await list();
  const refused = await download(gone?.id);
  await make();
  await ctx.pool.query(`update accounts set status = 'cancelled' where id = $1`, [account.id]);
  await closeCancelled(ctx);

  expect([first, second, late, kept, erased]).toEqual([1, 1, 0, 1, 0]);
  expect(afterSecond).toEqual(['done', 'removed']);
  expect(afterErasure).toEqual(['removed', 'removed', 'removed']);
  expect(refused.json().error).toBe('export_not_ready');
  expect(await stored()).toBe(0);
});

test('an export that is too large fails at once; a killed one is made again', async () => {
  const [large, killed] = [await shop(), await shop()];
  await large.ask();
  await work(1);
  await killed.ask();
  await ctx.pool.query(`update account_exports set state = 'running', attempts = 1 where state = 'waiting'`);
  await ctx.pool.query('delete from graphile_worker._private_jobs');

  await enqueueDue(ctx, exportJobs(ctx, files));
  await work();

  expect(await large.list()).toMatchObject([{ status: 'failed', error: 'too_large' }]);
  expect(await killed.list()).toMatchObject([{ status: 'done', error: null }]);
});
