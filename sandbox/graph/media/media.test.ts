import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { openTestCloud, PHONE_ID, type TestCloud } from '../test-cloud.ts';
import { findMediaProblem } from './rules.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const MONO_OPUS = oggOf('OpusHead\x01\x01');
const shared = await openTestCloud({ onEnd: afterAll });

/** The first page of an Ogg file, up to its codec header. */
function oggOf(codecHeader: string): Buffer {
  return Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from(codecHeader, 'latin1')]);
}

function form(fields: { file?: Blob | null; type?: string | null; product?: string | null } = {}) {
  const { file = new Blob([PNG], { type: 'image/png' }), type = 'image/png', product = 'whatsapp' } = fields;
  const result = new FormData();
  if (product !== null) result.set('messaging_product', product);
  if (type !== null) result.set('type', type);
  if (file !== null) result.set('file', file, 'gambar.png');
  return result;
}

const upload = (cloud: TestCloud, body: FormData = form()) => cloud.graph('POST', `/${PHONE_ID}/media`, body);

function fileHost(files: Record<string, { type?: string; body: Buffer; status?: number }>) {
  return startReceiver((request, response) => {
    const file = files[request.path];
    response.writeHead(file?.status ?? (file ? 200 : 404), file?.type ? { 'content-type': file.type } : {});
    response.end(file?.body);
  });
}

test('an uploaded file is fetched with the token, and arrives unchanged when sent by id', async () => {
  const cloud = shared;

  const { status, body } = await upload(cloud);
  const { body: found } = await cloud.graph('GET', `/${body.id}?phone_number_id=${PHONE_ID}`);
  const fetched = await cloud.graph('GET', found.url);
  const withoutToken = await cloud.graph('GET', found.url, undefined, null);
  const { body: sent } = await cloud.send({ type: 'image', image: { id: body.id, caption: 'Ini' } });
  await cloud.statusesOf(sent.messages[0].id, 2);
  const received = await cloud.get(
    `/sandbox/cloud/numbers/${PHONE_ID}/messages/${sent.messages[0].id}/media`,
  );

  expect([status, body]).toEqual([200, { id: expect.stringMatching(/^\d{15}$/) }]);
  expect(found).toEqual({
    messaging_product: 'whatsapp',
    url: expect.stringContaining('/graph/whatsapp_business/attachments/?mid='),
    mime_type: 'image/png',
    sha256: createHash('sha256').update(PNG).digest('hex'),
    file_size: PNG.length,
    id: body.id,
  });
  expect(fetched.body).toEqual(PNG);
  expect(withoutToken.status).toBe(400);
  expect(Buffer.from(received.body).length).toBeGreaterThan(0);
});

test.each([
  ['no file', form({ file: null }), 100],
  ['no type', form({ type: null }), 100],
  ['no product', form({ product: null }), 100],
  ['an unsupported type', form({ file: new Blob(['x'], { type: 'image/gif' }) }), 100],
  ['bytes of another type', form({ file: new Blob([JPEG], { type: 'image/png' }) }), 131053],
  ['an empty file', form({ file: new Blob([], { type: 'image/png' }) }), 131053],
  [
    'a picture over 5 MB',
    form({ file: new Blob([Buffer.alloc(5 * 1024 * 1024 + 1)], { type: 'image/png' }) }),
    131053,
  ],
])('an upload with %s is refused', async (_name, body, code) => {
  const cloud = shared;

  const answer = await upload(cloud, body);

  expect([answer.status, answer.body.error.code]).toEqual([400, code]);
});

test('an upload that is not a form is refused', async () => {
  const cloud = shared;

  const answer = await cloud.graph('POST', `/${PHONE_ID}/media`, { messaging_product: 'whatsapp' });

  expect([answer.status, answer.body.error.code]).toEqual([400, 100]);
});

test('a URL expires after five minutes, an upload after thirty days, or when it is deleted', async () => {
  const cloud = await openTestCloud();
  const { body: first } = await upload(cloud);
  const { body: second } = await upload(cloud);
  const { body: found } = await cloud.graph('GET', `/${first.id}`);

  await cloud.post('/sandbox/cloud/clock', { advance_ms: 5 * 60_000 });
  const oldAddress = await cloud.graph('GET', found.url);
  const stillThere = await cloud.graph('GET', `/${first.id}`);
  const deleted = await cloud.graph('DELETE', `/${second.id}`);
  const gone = await cloud.graph('GET', `/${second.id}`);
  await cloud.post('/sandbox/cloud/clock', { advance_hours: 30 * 24 });
  const expired = await cloud.graph('GET', `/${first.id}`);

  expect([oldAddress.status, stillThere.status, deleted.body]).toEqual([404, 200, { success: true }]);
  for (const { status, body } of [gone, expired]) {
    expect([status, body.error.code, body.error.error_subcode]).toEqual([400, 100, 33]);
  }
});

test('a file is visible to its number only', async () => {
  const cloud = await openTestCloud();
  const { body } = await upload(cloud);
  await cloud.post('/sandbox/cloud/numbers', {
    phone_number_id: '200',
    access_token: 'another-token',
    display_phone_number: '+62 811-0000-002',
    verified_name: 'Toko Lain',
  });

  const foreign = await cloud.graph('GET', `/${body.id}`, undefined, 'another-token');
  const sent = await cloud.graph(
    'POST',
    '/200/messages',
    { messaging_product: 'whatsapp', to: '+6281234567890', type: 'image', image: { id: body.id } },
    'another-token',
  );
  const wrongNumber = await cloud.graph('GET', `/${body.id}?phone_number_id=200`);

  expect([foreign, sent, wrongNumber].map(({ status, body: { error } }) => [status, error.code])).toEqual([
    [400, 100],
    [400, 100],
    [400, 100],
  ]);
});

test('uploaded Ogg audio with its codec in the type is sent, and keeps the type', async () => {
  const cloud = shared;
  const type = 'audio/ogg; codecs=opus';

  const { body: file } = await upload(cloud, form({ type, file: new Blob([MONO_OPUS], { type }) }));
  const { body } = await cloud.send({ type: 'audio', audio: { id: file.id } });
  const statuses = await cloud.statusesOf(body.messages[0].id, 2);
  const shown = await cloud.graph('GET', `/${file.id}`);

  expect(statuses.map(({ status }) => status)).toEqual(['sent', 'delivered']);
  expect(shown.body).toMatchObject({ mime_type: type });
});

test('a link is fetched once in ten minutes, and its file arrives', async () => {
  const cloud = await openTestCloud();
  const host = await fileHost({ '/a.jpg': { type: 'image/jpeg', body: JPEG } });
  const link = `http://127.0.0.1:${host.port}/a.jpg`;
  const send = () => cloud.send({ type: 'image', image: { link, caption: 'Foto' } });

  const { body } = await send();
  const statuses = await cloud.statusesOf(body.messages[0].id, 2);
  await cloud.statusesOf((await send()).body.messages[0].id, 2);
  const cached = host.requests.length;
  await cloud.post('/sandbox/cloud/clock', { advance_ms: 10 * 60_000 });
  await cloud.statusesOf((await send()).body.messages[0].id, 2);
  const { body: list } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?limit=1`);

  expect(statuses.map(({ status }) => status)).toEqual(['sent', 'delivered']);
  expect([cached, host.requests.length]).toEqual([1, 2]);
  expect(list.data[0]).toMatchObject({ type: 'image', text: 'Foto', has_media: true });
});

test.each([
  ['an unknown path', '/nothing', 'HTTP code 404'],
  ['another type', '/page', 'Unsupported image mime type text/html'],
  ['no type', '/plain', 'Unsupported image mime type (none)'],
  ['bytes of another type', '/fake', 'looks like image/png'],
])('a message with a link to %s is accepted, then fails', async (_name, path, details) => {
  const cloud = shared;
  const host = await fileHost({
    '/page': { type: 'text/html', body: Buffer.from('<html>') },
    '/plain': { body: JPEG },
    '/fake': { type: 'image/jpeg', body: PNG },
  });

  const { status, body } = await cloud.send({
    type: 'image',
    image: { link: `http://127.0.0.1:${host.port}${path}` },
  });
  const [failed] = await cloud.statusesOf(body.messages[0].id, 1);

  expect(status).toBe(200);
  expect(failed).toMatchObject({ status: 'failed', errors: [{ code: 131053, title: 'Media upload error' }] });
  expect(failed.errors[0].error_data.details).toContain(details);
});

test('links to private networks are refused, except loopback', async () => {
  const cloud = shared;

  const { body } = await cloud.send({ type: 'image', image: { link: 'http://169.254.169.254/latest' } });
  const [failed] = await cloud.statusesOf(body.messages[0].id, 1);

  expect(failed.errors[0]).toMatchObject({ code: 131053 });
});

test.each([
  ['image', 'image/jpeg', JPEG, true, null],
  ['image', 'image/jpeg', PNG, false, 'looks like image/png'],
  ['image', 'image/jpeg', Buffer.from('anything'), false, null],
  ['image', 'image/jpeg', Buffer.from('anything'), true, 'no supported type'],
  ['audio', 'audio/ogg', Buffer.from('OggS'), true, null],
  ['audio', 'audio/ogg', MONO_OPUS, true, null],
  ['audio', 'audio/ogg; codecs=opus', MONO_OPUS, true, null],
  ['audio', 'Audio/OGG;codecs="OPUS"', MONO_OPUS, true, null],
  ['audio', 'audio/ogg; charset=binary', MONO_OPUS, true, null],
  ['audio', 'audio/ogg; codecs=vorbis', MONO_OPUS, false, 'Ogg audio must be Opus'],
  ['audio', 'audio/ogg; codecs=opus', oggOf('\x01vorbis\0\0'), false, 'Ogg audio must be Opus'],
  ['audio', 'audio/ogg; codecs=opus', oggOf('OpusHead\x01\x02'), false, 'Ogg audio must be mono'],
  ['audio', 'audio/oggs', MONO_OPUS, false, 'Unsupported audio mime type audio/oggs'],
  ['image', 'image/jpeg; charset=binary', JPEG, true, null],
  ['video', 'video/mp4', Buffer.from('\0\0\0\x18ftypmp42'), true, null],
  ['document', 'application/pdf', Buffer.from('%PDF-1.7'), true, null],
  ['document', 'text/plain', Buffer.from('%PDF-1.7'), true, null],
  ['sticker', 'image/webp', Buffer.from('RIFF....WEBP'), true, null],
  ['sticker', 'image/png', PNG, false, 'Unsupported sticker mime type'],
] as const)('%s as %s of these bytes (%#)', (type, mime, bytes, strict, problem) => {
  const refusal = findMediaProblem(type, mime, bytes, strict);

  expect(refusal).toEqual(problem === null ? null : expect.stringContaining(problem));
});
