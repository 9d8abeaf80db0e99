import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { CUSTOMER, type Line, OWNER, openLine } from '../../../../test/harness/line.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { mediaRow, openMediaWorker, settledMedia } from '../../../../test/harness/media-worker.ts';
import { pictureOf } from '../../../../test/harness/pictures.ts';
import { until } from '../../../../test/harness/until.ts';
import { openFileSources } from '../../../app/processes/file-sources.ts';
import { askAgain } from './media.ts';

async function lineWithWorker() {
  const line = await openLine();
  await line.pair();
  const { sources, close } = openFileSources(line.ctx.config, line.sandbox.current.url);
  onTestFinished(close);
  const media = await openMediaWorker(line.ctx, { sources });
  return { line, ...media };
}

async function send(line: Line, content: object): Promise<string> {
  const { body } = await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, ...content });
  return body.wa_message_id;
}

const file = (bytes: Buffer, more: object = {}) => ({ data: bytes.toString('base64'), ...more });

test('a picture of a customer is fetched, decrypted and kept with a thumbnail', async () => {
  const { line, worker, files } = await lineWithWorker();
  const picture = await pictureOf('image/jpeg', 640, 480);
  worker.start();

  const row = await settledMedia(line.ctx, await send(line, { image: file(picture, { caption: 'lihat' }) }));

  expect(row).toMatchObject({
    state: 'stored',
    kind: 'image',
    mimetype: 'image/jpeg',
    size: picture.length,
    has_thumbnail: true,
    source: null,
    attempts: 1,
  });
  const stored = await files.open(row.file_id, null);
  expect(stored && (await buffer(stored)).equals(picture)).toBe(true);
  const thumbnail = await files.open(`${row.file_id}.thumbnail`, null);
  expect(thumbnail && (await buffer(thumbnail)).length).toBeGreaterThan(100);
  expect(row.public_id).toBeGreaterThan(0);
});

test.each([
  ['video', 'mp4', 'video/mp4'],
  ['audio', 'opus', 'audio/ogg; codecs=opus'],
  ['document', 'pdf', 'application/pdf'],
] as const)('a %s is kept with the type of its bytes', async (kind, format, mimetype) => {
  const { line, worker } = await lineWithWorker();
  worker.start();

  const row = await settledMedia(line.ctx, await send(line, { [kind]: file(fileOf(format)) }));

  expect(row).toMatchObject({ state: 'stored', kind, mimetype, has_thumbnail: false });
});

test('a page that announces a picture is kept as bytes of no known type', async () => {
  const { line, worker } = await lineWithWorker();
  worker.start();
  const page = Buffer.from('<html><script>alert(1)</script></html>');

  const row = await settledMedia(
    line.ctx,
    await send(line, { image: file(page, { mimetype: 'image/png' }) }),
  );

  expect(row).toMatchObject({ state: 'stored', mimetype: 'application/octet-stream', has_thumbnail: false });
});

test.each([
  ['missing', 'expired', 'failed'],
  ['error', 'unavailable', 'waiting'],
  ['changed', 'hash_mismatch', 'waiting'],
  ['truncated', 'hash_mismatch', 'waiting'],
  ['endless', 'too_large', 'failed'],
])('a download with the fault %s has the reason %s, and the message stays', async (fault, reason, state) => {
  const { line, worker, folder } = await lineWithWorker();
  await line.sandbox.post('/sandbox/media-faults', { fault, count: null });
  worker.start();

  const id = await send(line, { image: file(await pictureOf('image/png', 10, 10), { caption: 'ada' }) });
  const row = await until(
    async () => {
      const found = await mediaRow(line.ctx, id);
      return found?.reason && found.claim_id === null ? found : undefined;
    },
    { what: 'an attempt' },
  );

  expect(row).toMatchObject({ reason, state, attempts: 1 });
  expect(await readdir(folder)).toEqual([]);
});

test('a file that failed is fetched when it is asked for again', async () => {
  const { line, worker } = await lineWithWorker();
  await line.sandbox.post('/sandbox/media-faults', { fault: 'missing' });
  worker.start();
  const id = await send(line, { image: file(await pictureOf('image/png', 10, 10)) });
  const failed = await settledMedia(line.ctx, id);

  await askAgain(line.ctx, line.account, failed.public_id ?? 0);
  await until(async () => (await mediaRow(line.ctx, id))?.state === 'stored', { what: 'the file' });

  expect(failed).toMatchObject({ state: 'failed', reason: 'expired' });
});

test('the key of a file is sealed at rest', async () => {
  const { line } = await lineWithWorker();

  const id = await send(line, { image: file(await pictureOf('image/png', 10, 10)) });
  const row = await until(async () => mediaRow(line.ctx, id), { what: 'the row' });

  expect(row.state).toBe('waiting');
  expect(String(row.source)).not.toMatch(/mediaKey|mms/);
});

test('without days of retention no file is fetched', async () => {
  const line = await openLine();
  await line.pair();
  line.ctx.config.KURIR_MEDIA_DAYS = 0;

  const id = await send(line, { image: file(await pictureOf('image/png', 10, 10), { caption: 'off' }) });
  await send(line, { text: 'later' });
  await until(
    async () => (await line.ctx.pool.query(`select from messages where body = 'later'`)).rowCount === 1,
  );

  expect(await mediaRow(line.ctx, id)).toBeUndefined();
});
