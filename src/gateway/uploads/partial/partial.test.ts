import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { filesBelow } from '../../../../test/harness/uploads.ts';
import { openFileStore } from '../../../files.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { removeUploads } from '../upload.ts';
import { MAX_OPEN, PIECE_BYTES, removePartials } from './partial.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-partial-uploads-'));
afterAll(() => rm(folder, { recursive: true }));
useSettings({
  ...{ KURIR_DATA_DIR: folder, KURIR_MEDIA_DIR: path.join(folder, 'media'), KURIR_STORAGE_FLOOR_MIB: '0' },
});
const ctx = await testContext({ cleanup: afterAll });
const files = openFileStore(ctx.config);
/** Two processes on one database and one folder. */
const services = [await openService(ctx), await openService(ctx)] as const;
for (const { http } of services) await http.listen({ port: 0, host: '127.0.0.1' });
const CLIP = fileOf('mp4', 9_000_000);

const filesLeft = async () => (await filesBelow(path.join(folder, 'media'), path.join(folder, 'tmp'))).length;
const rowsLeft = async () =>
  (await ctx.pool.query('select from partial_uploads union all select from partial_upload_parts')).rowCount;
const sweep = async () => {
  await removePartials(ctx, files);
  await removeUploads(ctx, files, async () => []);
};
beforeEach(async () => {
  await ctx.pool.query(`update partial_uploads set expires_at = '-infinity'`);
  await ctx.pool.query(`update uploads set expires_at = '-infinity'`);
  await sweep();
});

async function shop(plan: Parameters<(typeof services)[0]['customer']>[0] = {}) {
  const customer = await services[0].customer(plan);
  const authorization = `Bearer ${customer.apiKey}`;
  const call = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    place: string,
    { headers = {}, body, process = 0 }: { headers?: object; body?: Buffer; process?: 0 | 1 } = {},
  ) => {
    const answer = await services[process].http.inject({
      ...{ method, url: `/v1/media/uploads${place}`, ...(body && { payload: body }) },
      headers: {
        ...{ authorization, ...(body && { 'content-type': 'application/offset+octet-stream' }) },
        ...headers,
      },
    });
    const { statusCode: status, payload } = answer;
    return { status, headers: answer.headers, body: payload === '' ? null : JSON.parse(payload) };
  };
  const begin = (length: number, name = 'klip.mp4') =>
    call('POST', '', {
      headers: {
        'upload-length': String(length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')},filetype dmlkZW8vbXA0`,
      },
    });
  return {
    ...{ ...customer, call, begin },
    send: (id: string, offset: number, body: Buffer, process: 0 | 1 = 0) =>
      call('PATCH', `/${id}`, { headers: { 'upload-offset': String(offset) }, body, process }),
    offset: async (id: string) => Number((await call('HEAD', `/${id}`)).headers['upload-offset']),
    finish: (id: string) => call('POST', `/${id}/finish`),
    /** The start of a body that announces more. Ends with the result. */
    openBody(id: string, offset: number, bytes: Buffer, length: number) {
      const { port } = services[0].http.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      const head = [
        ...[`PATCH /v1/media/uploads/${id} HTTP/1.1`, 'host: kurir', `authorization: ${authorization}`],
        ...['content-type: application/offset+octet-stream', `upload-offset: ${offset}`],
        `content-length: ${length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(bytes);
      return () => socket.end();
    },
  };
}

test('a connection that breaks in the middle goes on where it broke, and the file is whole', async () => {
  const { begin, openBody, offset, send, finish, api } = await shop();
  const { status, headers, body } = await begin(CLIP.length);

  openBody(body.id, 0, CLIP.subarray(0, 3_000_000), CLIP.length)();
  const kept = await until(async () => (await offset(body.id)) || null);
  const rest = await send(body.id, kept, CLIP.subarray(kept), 1);
  const { status: done, body: media } = await finish(body.id);

  expect([status, headers.location, body.offset]).toEqual([201, `uploads/${body.id}`, 0]);
  // The end of what was sent may be lost with the connection.
  expect(kept).toBeGreaterThan(1_000_000);
  expect(kept).toBeLessThanOrEqual(3_000_000);
  expect([rest.status, rest.headers['upload-offset']]).toEqual([204, `${CLIP.length}`]);
  const sha256 = createHash('sha256').update(CLIP).digest('hex');
  expect([done, media]).toMatchObject([
    201,
    { type: 'video', mimetype: 'video/mp4', file_name: 'klip.mp4', size: CLIP.length, sha256 },
  ]);
  expect((await finish(body.id)).body).toEqual(media);
  expect((await api('GET', `/v1/media/${media.id}`)).body).toEqual(media);
  expect(await filesLeft()).toBe(1);
});

test('a body is stored piece by piece while it arrives, so a killed process loses less than one', async () => {
  const { begin, openBody, offset } = await shop();
  const { body } = await begin(CLIP.length);

  const end = openBody(body.id, 0, CLIP.subarray(0, PIECE_BYTES + 10), CLIP.length);
  const during = await until(async () => (await offset(body.id)) || null);
  end();
  await until(async () => (await offset(body.id)) > PIECE_BYTES);

  expect([during, await offset(body.id)]).toEqual([PIECE_BYTES, PIECE_BYTES + 10]);
});

test('lengths that lie are refused, and change nothing', async () => {
  const { begin, send, call, finish, offset } = await shop();
  const { body } = await begin(100);
  await send(body.id, 0, Buffer.alloc(40, 1));

  const answers = [
    await send(body.id, 40, Buffer.alloc(61, 1)),
    await send(body.id, 0, Buffer.alloc(10, 1)),
    await send(body.id, 50, Buffer.alloc(10, 1)),
    await finish(body.id),
    await call('PATCH', `/${body.id}`, { body: Buffer.alloc(10) }),
    await begin(0),
    await begin(101 * 1024 * 1024),
    await call('POST', '', { headers: { 'upload-length': '-5' } }),
  ];

  expect(answers.map((each) => each.body.error ?? Object.keys(each.body.errors)[0])).toEqual([
    ...['payload_too_large', 'upload_offset_wrong', 'upload_offset_wrong', 'upload_incomplete'],
    ...['Upload-Offset', 'Upload-Length', 'payload_too_large', 'Upload-Length'],
  ]);
  expect(await offset(body.id)).toBe(40);
});

test('of two calls that write at once in two processes, one is kept', async () => {
  const { begin, send, offset, finish } = await shop();
  const { body } = await begin(4_000);
  const one = fileOf('mp4', 4_000);
  const other = Buffer.concat([one.subarray(0, 100), Buffer.alloc(3_900, 7)]);

  const answers = await Promise.all([send(body.id, 0, one, 0), send(body.id, 0, other, 1)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await offset(body.id)).toBe(4_000);
  const { body: media } = await finish(body.id);
  const won = answers[0].status === 204 ? one : other;
  expect(media.sha256).toBe(createHash('sha256').update(won).digest('hex'));
  expect(await filesLeft()).toBe(1);
});

test('another account finds no such upload', async () => {
  const [owner, stranger] = [await shop(), await shop()];
  const { body } = await owner.begin(100);

  const answers = [
    await stranger.call('GET', `/${body.id}`),
    await stranger.send(body.id, 0, Buffer.alloc(10)),
    await stranger.finish(body.id),
    await stranger.call('DELETE', `/${body.id}`),
    await owner.call('GET', '/kue'),
  ];

  expect(answers.map((each) => each.body.error)).toEqual(Array(5).fill('upload_not_found'));
});

test('open uploads are counted, with all their bytes against the room of the plan', async () => {
  const { begin, call } = await shop({ storage_bytes: 1_000 });

  const full = [await begin(600), await begin(500)];
  const many = [];
  for (let n = 1; n < MAX_OPEN; n += 1) many.push(await begin(10));
  const over = await begin(10);
  await call('DELETE', `/${full[0]?.body.id}`);

  expect(full.map(({ status, body }) => body.error ?? status)).toEqual([201, 'storage_limit_reached']);
  expect(many.every(({ status }) => status === 201)).toBe(true);
  expect([over.body.error, (await begin(500)).status]).toEqual(['upload_limit_reached', 201]);
});

test('an upload that is given up, left alone or refused leaves nothing behind', async () => {
  const { begin, send, call, finish } = await shop();
  const [dropped, left, wrong] = [await begin(900), await begin(900), await begin(900, 'foto.jpg')];
  for (const { body } of [dropped, left]) await send(body.id, 0, Buffer.alloc(500, 3));
  await send(wrong.body.id, 0, fileOf('pdf', 900));

  const refused = await finish(wrong.body.id);
  await call('DELETE', `/${dropped.body.id}`);
  const gone = await send(dropped.body.id, 500, Buffer.alloc(400));
  ctx.clock.advance(DAY);
  const expired = await send(left.body.id, 500, Buffer.alloc(400));
  ctx.clock.advance(5 * MINUTE);
  await sweep();

  expect(refused.body.error).toBe('unsupported_media_type');
  expect([gone.body.error, expired.body.error]).toEqual(['upload_not_found', 'upload_not_found']);
  expect([await filesLeft(), await rowsLeft()]).toEqual([0, 0]);
});
