import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestCloud } from '../../../../sandbox/graph/test-cloud.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { openService } from '../../../../test/harness/service.ts';
import { openTemplateShop } from '../../../../test/harness/template-shop.ts';
import { upload } from '../../../../test/harness/uploads.ts';

const cloud = await openTestCloud({ onEnd: afterAll });
const ctx = await testContext({
  env: { KURIR_GRAPH_URL: cloud.current.graphUrl },
  parts: { now: () => new Date() },
  cleanup: afterAll,
});
const service = await openService(ctx);
const FILES = {
  'foto.png': fileOf('png'),
  'foto.webp': fileOf('webp'),
  'klip.mp4': fileOf('mp4'),
  'klip.3gp': fileOf('threeGp'),
  'harga.pdf': fileOf('pdf'),
  'besar.png': fileOf('png', 5 * 1024 * 1024 + 1),
  'program.exe': Buffer.from('MZ\0\0'),
  'kosong.png': Buffer.alloc(0),
};
type Name = keyof typeof FILES;
const host = await startReceiver(
  ({ path: asked }, response) => {
    const bytes = FILES[asked.split('/').at(-1) as Name];
    response.writeHead(bytes ? 200 : 404).end(bytes);
  },
  '127.0.0.1',
  afterAll,
);
const TEXT = { body: 'Promo untuk Anda.', buttons: [], examples: {} };

async function openShop() {
  const shop = await openTemplateShop(cloud, service);
  return {
    ...shop,
    createFrom: (name: string, change: object = {}) =>
      shop.create({ ...TEXT, header: { type: 'image' }, header_media_url: `${host.url}/${name}`, ...change }),
    async upload(name: Name, uuid = shop.uuid) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(FILES[name])]), name);
      const sent = new Response(form);
      const answer = await service.http.inject({
        method: 'POST',
        url: `/v1/devices/${uuid}/template-files`,
        headers: {
          authorization: `Bearer ${shop.apiKey}`,
          'content-type': sent.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await sent.arrayBuffer()),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}

const fault = (effect: object) => cloud.post('/sandbox/cloud/faults', effect);
const calls = async (call: string) =>
  (await cloud.get('/sandbox/cloud/requests')).body.data.filter(
    (each: { call: string }) => each.call === call,
  );

/** Files of this process that wait on the disk. */
async function filesLeft(): Promise<string[]> {
  const parent = path.resolve(ctx.config.KURIR_DATA_DIR, 'tmp');
  const names = await readdir(parent, { recursive: true }).catch(() => []);
  return names.filter((name) => /^(template-uploads|examples)-/.test(name) && name.includes(path.sep));
}

test('a picture behind a URL goes to the provider by its bytes, and its template into review', async () => {
  const shop = await openShop();

  const { status, body } = await shop.createFrom('foto.png');

  expect([status, body.status, body.header]).toEqual([201, 'pending', { type: 'image', text: null }]);
  expect(await shop.list()).toEqual([body]);
  const [session] = await calls('upload_session');
  expect(Object.fromEntries(new URL(session.path, host.url).searchParams)).toEqual({
    ...{ file_name: 'foto.png', file_length: '20000', file_type: 'image/png' },
  });
  expect(await filesLeft()).toEqual([]);
});

test.each([
  ['foto.png', 'image'],
  ['klip.mp4', 'video'],
  ['harga.pdf', 'document'],
] as const)('a file of the caller gets a handle and its type: %s', async (name, type) => {
  const shop = await openShop();

  const { status, body } = await shop.upload(name);
  const made = await shop.create({ ...TEXT, header: { type, handle: body.handle } });

  expect([status, body]).toEqual([201, { type, handle: expect.any(String) }]);
  expect([made.status, made.body.header.type]).toEqual([201, type]);
  expect(await filesLeft()).toEqual([]);
});

const FORMAT = 'must be a JPEG or PNG picture, an MP4 video or a PDF';

test.each([
  ['a missing page', 'tidak-ada.png', {}, 'header_media_url', /^leads to no file: .*404/],
  ['an empty file', 'kosong.png', {}, 'header_media_url', /^leads to no file: /],
  ['a video for a picture', 'klip.mp4', {}, 'header_media_url', /^leads to no file: /],
  ['a 3GP video', 'klip.3gp', { header: { type: 'video' } }, 'header_media_url', FORMAT],
  ['a picture for a document', 'foto.png', { header: { type: 'document' } }, 'header_media_url', FORMAT],
  ['a picture above 5 MiB', 'besar.png', {}, 'header_media_url', /^leads to no file: .*5/],
  ['a header of text', 'foto.png', { header: null }, 'header_media_url', /^is not used without a file/],
  [
    'a handle beside the URL',
    'foto.png',
    { header: { type: 'image', handle: 'x' } },
    'header_media_url',
    /^cannot be combined/,
  ],
  ['no file at all', 'x', { header_media_url: null }, 'header.handle', /^is required, unless/],
])(
  '%s is refused at its field, and nothing reaches the provider',
  async (_name, file, change, field, text) => {
    const shop = await openShop();
    const before = await calls('upload_session');

    const { status, body } = await shop.createFrom(file, change);

    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringMatching(text)] }]);
    expect(await calls('upload_session')).toEqual(before);
    expect([await shop.list(), await filesLeft()]).toEqual([[], []]);
  },
);

test.each([
  ['program.exe', [FORMAT]],
  ['foto.webp', [FORMAT]],
  ['klip.3gp', [FORMAT]],
  ['besar.png', ['must have at most 5 MiB']],
  ['kosong.png', ['is empty']],
] as const)('a file that no header takes is refused at its field: %s', async (name, errors) => {
  const shop = await openShop();

  const { status, body } = await shop.upload(name);

  expect([status, body.errors]).toEqual([422, { file: errors }]);
  expect(await filesLeft()).toEqual([]);
});

test('an uploaded file goes to the provider unchanged, and another account has none', async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const header = { type: 'document' };
  const { id } = (await upload(service, shop.apiKey, FILES['harga.pdf'], { name: 'harga.pdf' })).body;
  const picture = (await upload(service, shop.apiKey, FILES['foto.png'], { name: 'foto.png' })).body.id;
  const from = (change: object, maker = shop) => maker.create({ ...TEXT, header, ...change });

  const made = await from({ header_media_id: id });
  const sessions = (await calls('upload_session')).at(-1);
  const refused = [
    await from({ header_media_id: id }, other),
    await from({ header_media_id: picture, header: { type: 'video' } }),
    await from({ header_media_id: id, header_media_url: `${host.url}/harga.pdf` }),
    await from({ header_media_id: id, header: null }),
  ];

  expect([made.status, made.body.header]).toEqual([201, { type: 'document', text: null }]);
  expect(Object.fromEntries(new URL(sessions.path, host.url).searchParams)).toEqual({
    ...{ file_name: 'harga.pdf', file_length: '20000', file_type: 'application/pdf' },
  });
  expect(refused.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)])).toEqual([
    [404, 'media_not_found'],
    ...Array.from({ length: 3 }, () => [422, ['header_media_id']]),
  ]);
  expect(await filesLeft()).toEqual([]);
});

test('only an own official device takes files', async () => {
  const [shop, other] = [await openShop(), await openShop()];

  const answers = [await shop.upload('foto.png', other.uuid), await shop.upload('foto.png', shop.deviceUuid)];

  expect(answers.map(({ body }) => body.error)).toEqual(['device_not_found', 'templates_not_supported']);
});

test('a refusal of the provider is an error of the field, and no template is made', async () => {
  const shop = await openShop();
  const refuse = () => fault({ call: 'upload_session', code: 100, message: '(#100) The file is too small.' });

  await refuse();
  const made = await shop.createFrom('foto.png');
  await refuse();
  const taken = await shop.upload('foto.png');

  const words = ['was refused by the provider: (#100) The file is too small (100).'];
  expect(made.body.errors).toEqual({ header_media_url: words });
  expect(taken.body.errors).toEqual({ file: words });
  expect([await shop.list(), await filesLeft()]).toEqual([[], []]);
});

test('a broken upload begins again once, and then leaves nothing', async () => {
  const shop = await openShop();

  await fault({ call: 'upload_bytes', drop: true });
  const repeated = await shop.createFrom('foto.png');
  await fault({ call: 'upload_bytes', drop: true, count: 2 });
  const broken = await shop.createFrom('foto.png', { name: 'lain' });

  expect([repeated.status, broken.status, broken.body.error]).toEqual([201, 503, 'service_unavailable']);
  expect((await shop.list()).map(({ name }) => name)).toEqual(['promo']);
  expect(await filesLeft()).toEqual([]);
});

test('the provider takes no handle of another type, and none that it did not give', async () => {
  const shop = await openShop();
  const { body } = await shop.upload('harga.pdf');

  const answers = [
    await shop.create({ ...TEXT, header: { type: 'image', handle: body.handle } }),
    await shop.create({ ...TEXT, header: { type: 'image', handle: '4::aW1hZ2UvcG5n:ARb' } }),
  ];

  expect(answers.map(({ body }) => body.error)).toEqual(['template_refused', 'template_refused']);
});

test('a refused template with a picture is changed with a new one: the provider gives no handle back', async () => {
  const shop = await openShop();
  const { body } = await shop.createFrom('foto.png');
  await shop.review({ status: 'REJECTED', reason: 'INVALID_FORMAT' });
  const change = (given: object) => shop.api('PATCH', `/v1/templates/${body.id}`, given);

  const without = await change({ body: 'Promo baru untuk Anda.' });
  const changed = await change({ body: 'Promo baru untuk Anda.', header_media_url: `${host.url}/foto.webp` });
  const again = await change({ body: 'x', header_media_url: `${host.url}/foto.png` });

  expect(without.body.errors).toEqual({
    'header.handle': ['is required, unless header_media_url or header_media_id is given'],
  });
  expect(changed.body.errors).toBeDefined();
  expect([again.status, again.body.status, again.body.header.type]).toEqual([200, 'pending', 'image']);
});
