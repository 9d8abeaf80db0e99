import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { pdfOf } from '../../../../test/harness/documents.ts';
import { runJobs } from '../../../../test/harness/jobs.ts';
import { mediaFolder } from '../../../../test/harness/media-folder.ts';
import { openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { MEBIBYTE } from '../../../platform/lib/bytes.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { openFolderStore } from '../../../platform/lib/file-store/folder-store.ts';
import { startJobs } from '../../../platform/lib/jobs.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { getPassages, readKnowledge } from '../knowledge.ts';
import { documentJob } from './document-job.ts';
import { readDocument } from './reading/document-reader.ts';
import { MAX_DOCUMENTS } from './schema.ts';
import { receiveUpload } from './upload.ts';

const folder = await mkdtemp(join(tmpdir(), 'kurir-reader-'));
afterAll(() => rm(folder, { recursive: true }));
const { KURIR_MEDIA_DIR } = await mediaFolder(afterAll);
useSettings({ KURIR_MEDIA_DIR });
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const place = { folder, files: openFolderStore(KURIR_MEDIA_DIR) };
const job = documentJob(ctx, async () => place);
const neverStops = new AbortController().signal;
const BOUNDARY = 'batas';

const part = (head: string, body: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
const filePart = (name: string, body: Buffer | string) => part(`name="file"; filename="${name}"`, body);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

async function shop() {
  const customer = await service.customer();
  const { apiKey, account, api } = customer;
  async function send(...parts: Buffer[]) {
    const answer = await service.http.inject({
      method: 'POST',
      url: '/v1/knowledge/documents',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      payload: Buffer.concat([...parts, END]),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  return {
    ...customer,
    send,
    upload: (name: string, body: Buffer | string) => send(filePart(name, body)),
    show: async (id: string) => (await api('GET', `/v1/knowledge/documents/${id}`)).body,
    known: () => readKnowledge(ctx.db, account.id),
    filesKept: async () =>
      (
        await ctx.pool.query(
          'select from document_uploads u join documents d on d.id = document_id where account_id = $1',
          [account.id],
        )
      ).rowCount,
  };
}

/** Until no document waits. */
const readAll = () => runJobs(ctx, [job]);

test('a PDF is taken, read in the background, and teaches its passages', async () => {
  const { send, show, known, filesKept, account, api } = await shop();
  const pdf = pdfOf([['# Garansi', 'Garansi satu tahun untuk semua barang.'], []]);

  const taken = await send(part('name="title"', ' Syarat garansi '), filePart('syarat.pdf', pdf));
  const revisions = [(await known()).revision];
  await readAll();
  const read = await show(taken.body.id);
  const { revision, passages } = await known();

  expect(taken).toMatchObject({
    status: 202,
    body: { title: 'Syarat garansi', format: 'pdf', state: 'waiting' },
  });
  expect(read).toMatchObject({ state: 'ready', problem: null, pages: 2, pages_read: 2, passages: 1 });
  expect(read.unreadable_pages).toEqual([2]);
  expect(passages).toMatchObject([
    {
      ...{ document_uuid: taken.body.id, title: 'Syarat garansi', heading: 'Garansi', page: 1 },
      text: 'Garansi satu tahun untuk semua barang.',
    },
  ]);
  expect([...revisions, revision]).toEqual([0, 1]);
  expect(await filesKept()).toBe(0);
  expect(
    await getPassages(
      ctx.db,
      account.id,
      passages.map(({ id }) => id),
    ),
  ).toEqual(passages);
  expect((await api('GET', '/v1/knowledge/documents')).body.data).toEqual([read]);
});

test('the passages of a document are listed in its order', async () => {
  const { upload, api } = await shop();
  const text = Array.from({ length: 500 }, (_, n) => `Kalimat nomor ${n}.`).join(' ');
  const { id } = (await upload('panjang.md', `# Ongkir\n\n${text}`)).body;
  await readAll();

  const first = await api('GET', `/v1/knowledge/documents/${id}/passages?limit=4`);
  const cursor = first.body.next_cursor;
  const rest = await api('GET', `/v1/knowledge/documents/${id}/passages?cursor=${cursor}`);

  const all = [...first.body.data, ...rest.body.data];
  expect([first.body.data.length, rest.body.next_cursor]).toEqual([4, null]);
  expect(all[0]).toMatchObject({ heading: 'Ongkir', page: null });
  expect(all.map((passage) => passage.text).join(' ')).toBe(text);
});

test('documents are found by words of the title', async () => {
  const { upload, api } = await shop();
  for (const name of ['Syarat Garansi.txt', 'Katalog.txt', 'garansi toko.txt']) await upload(name, 'Isi');

  const found = await api('GET', '/v1/knowledge/documents?q=GARANSI&limit=1');
  const more = await api('GET', `/v1/knowledge/documents?q=GARANSI&cursor=${found.body.next_cursor}`);
  const mixed = await api('GET', `/v1/knowledge/documents?q=katalog&cursor=${found.body.next_cursor}`);

  expect([...found.body.data, ...more.body.data].map(({ title }) => title)).toEqual([
    'Syarat Garansi',
    'garansi toko',
  ]);
  expect(more.body.next_cursor).toBeNull();
  expect(mixed.status).toBe(422);
});

test('a disabled document teaches nothing; a deleted one is gone with its text', async () => {
  const { upload, known, api } = await shop();
  const { id } = (await upload('jam.txt', 'Buka jam 9.')).body;
  const path = `/v1/knowledge/documents/${id}`;
  await readAll();

  const changed = await api('PATCH', path, { enabled: false, title: 'Jam' });
  const disabled = (await known()).passages;
  await api('PATCH', path, { enabled: true });
  const enabled = (await known()).passages;
  const deleted = await api('DELETE', path);

  expect(changed.body).toMatchObject({ enabled: false, title: 'Jam' });
  expect([disabled.length, enabled.length, (await known()).passages.length]).toEqual([0, 1, 0]);
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'document_not_found']);
});

test('a file that cannot be read fails with its problem, and is not kept', async () => {
  const { upload, show, filesKept, known } = await shop();
  const { id } = (await upload('rusak.pdf', '%PDF-1.7 rusak')).body;

  await readAll();

  expect(await show(id)).toMatchObject({ state: 'failed', problem: 'broken', passages: 0 });
  expect(await filesKept()).toBe(0);
  expect((await known()).passages).toEqual([]);
});

test.each<[string, number, Buffer[]]>([
  ['a program', 422, [filePart('a.exe', 'MZ\0\0')]],
  ['a program under the name of a text', 422, [filePart('a.txt', 'MZ\0\0')]],
  ['an empty file', 422, [filePart('a.txt', '')]],
  ['no file', 422, [part('name="title"', 'x')]],
  ['two files', 422, [filePart('a.txt', 'a'), filePart('b.txt', 'b')]],
  ['a wrong title', 422, [part('name="title"', ' '), filePart('a.txt', 'a')]],
  ['half a body', 422, [filePart('a.txt', 'a').subarray(0, 40)]],
  ['more than 20 MiB', 413, [filePart('a.txt', Buffer.alloc(20 * MEBIBYTE + 1, 'x'))]],
])('%s is refused with %i', async (_, status, parts) => {
  const { send, api } = await shop();

  const answer = await send(...parts);

  expect(answer.status).toBe(status);
  expect((await api('GET', '/v1/knowledge/documents')).body.data).toEqual([]);
});

test('JSON is refused with 415', async () => {
  const { api } = await shop();

  expect((await api('POST', '/v1/knowledge/documents', {})).status).toBe(415);
});

test('an upload whose client has gone is given up', async () => {
  const http = fastify();
  await http.register(multipart);
  let problem: unknown;
  http.post('/', async (request) => {
    request.raw.destroy();
    problem = await receiveUpload(request, join(folder, 'gone')).catch((error) => error);
    return null;
  });
  await http.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([filePart('a.txt', 'Garansi'), END]),
  });

  expect(problem).toBeInstanceOf(FieldErrors);
});

test('20 MiB are taken', async () => {
  const { upload, filesKept, api } = await shop();

  const taken = await upload('besar.txt', Buffer.alloc(20 * MEBIBYTE, 'kata '));

  expect([taken.status, await filesKept()]).toEqual([202, 1]);
  await api('DELETE', `/v1/knowledge/documents/${taken.body.id}`);
  expect(await filesKept()).toBe(0);
});

test('accounts take turns by the time that they use, and each has one document in work', async () => {
  const [slow, quick] = [await shop(), await shop()];
  const ids: string[] = [];
  for (const n of [1, 2, 3]) ids.push((await slow.upload(`${n}.txt`, 'Satu jam.')).body.id);
  for (const n of [4, 5, 6]) ids.push((await quick.upload(`${n}.txt`, 'Satu detik.')).body.id);
  const order: number[] = [];
  const read: typeof readDocument = async (path, format, options) => {
    const reading = await readDocument(path, format, options);
    const isSlow = reading.passages[0]?.text === 'Satu jam.';
    ctx.clock.advance(isSlow ? 50 * SECOND : SECOND);
    const { rows } = await ctx.pool.query(`select document_uuid from documents where state = 'reading'`);
    order.push(...rows.map((row) => ids.indexOf(row.document_uuid) + 1));
    return reading;
  };

  await runJobs(ctx, [documentJob(ctx, async () => ({ ...place, read }))]);

  expect(order).toEqual([1, 4, 5, 6, 2, 3]);
});

test('while a document of one account is in work, another account has a place, and its own ones wait', async () => {
  const [hostile, other] = [await shop(), await shop()];
  await hostile.upload('1.txt', 'Lama.');
  const second = await hostile.upload('2.txt', 'Lama.');
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const read: typeof readDocument = async (path, format, options) => {
    const reading = await readDocument(path, format, options);
    if (reading.passages[0]?.text === 'Lama.') await end;
    return reading;
  };
  const busy = startJobs(ctx.databaseUrl, [documentJob(ctx, async () => ({ ...place, read }))], silentLog);

  const uploaded = await other.upload('3.txt', 'Buka jam 9.');
  const done = await until(async () => (await other.show(uploaded.body.id)).state === 'ready', {
    what: 'a document of another account',
  });

  expect([done, (await hostile.show(second.body.id)).state]).toEqual([true, 'waiting']);
  resolve();
  await busy.stop();
  await readAll();
});

test('after a kill, the next run reads the document; one that ends three processes is given up', async () => {
  const { upload, show } = await shop();
  const { id } = (await upload('jam.txt', 'Buka jam 9.')).body;
  const die = async (attempts: number) => {
    const claim = `update documents set state = 'reading', attempts = $2, claim_id = gen_random_uuid()
      where document_uuid = $1 returning account_id`;
    const { rows } = await ctx.pool.query(claim, [id, attempts]);
    await job.run({ accountId: Number(rows[0].account_id) }, neverStops);
    return show(id);
  };

  const read = await die(1);
  const givenUp = await die(3);

  expect(read).toMatchObject({ state: 'ready', passages: 1 });
  expect(givenUp).toMatchObject({ state: 'failed', problem: 'too_complex' });
});

test('a document of a process of the previous version waits for the end of its claim', async () => {
  const { upload, show, account } = await shop();
  const { id } = (await upload('jam.txt', 'Buka jam 9.')).body;
  await ctx.pool.query(
    `update documents set state = 'reading', claim_id = gen_random_uuid(), claimed_until = $2 where document_uuid = $1`,
    [id, new Date(ctx.now().getTime() + MINUTE)],
  );

  await job.run({ accountId: account.id }, neverStops);
  const claimed = await show(id);
  ctx.clock.advance(MINUTE);
  await job.run({ accountId: account.id }, neverStops);

  expect(claimed).toMatchObject({ state: 'reading' });
  expect(await show(id)).toMatchObject({ state: 'ready' });
});

test('a document that is deleted while it is read leaves nothing', async () => {
  const { upload, api, known } = await shop();
  const { id } = (await upload('jam.txt', 'Buka jam 9.')).body;

  const reading = readAll();
  await api('DELETE', `/v1/knowledge/documents/${id}`);
  await reading;

  expect(await known()).toMatchObject({ passages: [] });
});

test('an account has a limited number of documents', async () => {
  const { account, upload } = await shop();
  await ctx.pool.query(
    `insert into documents (account_id, title, format, size, state, turn_at, created_at, updated_at)
     select $1, 'x', 'txt', 1, 'ready', now(), now(), now() from generate_series(1, $2::int)`,
    [account.id, MAX_DOCUMENTS],
  );

  const beyond = await upload('a.txt', 'a');

  expect([beyond.status, beyond.body.error]).toEqual([422, 'knowledge_limit_reached']);
});
