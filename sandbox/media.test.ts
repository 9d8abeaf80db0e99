import { createHash, randomBytes } from 'node:crypto';
import { downloadMediaMessage, type WAMessage } from 'baileys';
import { afterAll, expect, test } from 'vitest';
import { until } from '../test/harness/until.ts';
import { CONTROL_TOKEN, openTestSandbox } from './test-sandbox.ts';
import { BUDI, jidOf, SHOP, shopAndBudi } from './whatsapp/test-client.ts';

const { sandbox, client } = await shopAndBudi(afterAll);

const CONTROL = { 'x-sandbox-control': CONTROL_TOKEN };
const nameOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

test.each([
  ['image', { image: Buffer.from('a picture'), caption: 'gambar', jpegThumbnail: '' }, 'gambar'],
  ['document', { document: Buffer.from('%PDF'), mimetype: 'application/pdf', fileName: 'a.pdf' }, null],
  ['audio', { audio: Buffer.from('OggS'), mimetype: 'audio/ogg; codecs=opus', ptt: false }, null],
  ['video', { video: Buffer.from('mp4'), caption: 'video', jpegThumbnail: '' }, 'video'],
])('%s: the client uploads it, the phone downloads and decrypts it', async (type, content, caption) => {
  const sent = await client.sock?.sendMessage(jidOf(BUDI), content);
  const message = await until(async () =>
    (await sandbox.messagesOf(BUDI)).find(({ wa_message_id }) => wa_message_id === sent?.key.id),
  );
  const file = await sandbox.get(`/sandbox/phones/${BUDI}/messages/${sent?.key.id}/media`);

  const original = Object.values(content)[0]?.toString();
  const sha256 = createHash('sha256').update(String(original)).digest('hex');
  expect(message).toMatchObject({
    type,
    text: caption,
    mimetype: 'mimetype' in content ? content.mimetype : expect.stringContaining(type),
    file_name: 'fileName' in content ? content.fileName : null,
    size: original?.length,
    sha256,
  });
  expect(file).toEqual({ status: 200, body: original });
});

test.each(['image', 'video', 'audio', 'document'])(
  '%s: the phone sends it, the client decrypts it',
  async (type) => {
    const bytes = randomBytes(70_000);

    const sent = await sandbox.post(`/sandbox/phones/${BUDI}/messages`, {
      to: SHOP,
      [type]: { data: bytes.toString('base64'), caption: 'ini', file_name: 'berkas' },
    });
    const received = await until<WAMessage>(() =>
      client.received.find(({ key }) => key.id === sent.body.wa_message_id),
    );

    expect((await downloadMediaMessage(received, 'buffer', {})).equals(bytes)).toBe(true);
    expect((await sandbox.messagesOf(SHOP)).at(-1)).toMatchObject({
      type,
      text: type === 'audio' ? null : 'ini',
    });
  },
);

test('a text has no file', async () => {
  await client.sock?.sendMessage(jidOf(BUDI), { text: 'tanpa berkas' });

  const message = await sandbox.messageAt(BUDI, 'tanpa berkas');
  expect(Object.keys(message)).not.toContain('sha256');
  const file = await sandbox.get(`/sandbox/phones/${BUDI}/messages/${message.wa_message_id}/media`);
  expect(file).toMatchObject({ status: 404, body: { error: 'message_not_found' } });
});

test('a file is uploaded and downloaded under its hash only', async () => {
  const sandbox = await openTestSandbox();
  const bytes = Buffer.from('sealed');
  const upload = (name: string) =>
    fetch(`${sandbox.current.url}/mms/image/${name}`, { method: 'POST', headers: CONTROL, body: bytes });

  const right = await upload(nameOf(bytes));
  const wrong = await upload(nameOf(Buffer.from('other')));
  const { url, direct_path } = (await right.json()) as { url: string; direct_path: string };

  expect([right.status, wrong.status]).toEqual([200, 400]);
  expect(url).toBe(`${sandbox.current.url}${direct_path}`);
  expect(await (await fetch(url)).text()).toBe('sealed');
});

test.each([
  ['nothing', '', {}],
  ['a guess', '?auth=sandbox', {}],
  ['a list', '?auth=sandbox&auth=x', {}],
  ['a wrong control token', '', { 'x-sandbox-control': 'wrong' }],
])(
  'an upload with %s is refused, and nothing is stored',
  async (_name, query, headers: Record<string, string>) => {
    const bytes = randomBytes(16);
    const path = `/mms/image/${nameOf(bytes)}`;

    const answer = await fetch(`${sandbox.current.url}${path}${query}`, {
      method: 'POST',
      headers,
      body: bytes,
    });

    expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'forbidden' }]);
    expect((await sandbox.get(path)).status).toBe(404);
  },
);

test.each([
  '/mms/image/missing',
  '/mms/image/..%2F..%2Fsandbox.db',
  '/mms/..%2F/aaaa',
  `/mms/image/${'a'.repeat(43)}`,
])('GET %s finds nothing', async (route) => {
  const answer = await sandbox.get(route);

  expect(answer.status).toBe(404);
});

test('files survive a restart', async () => {
  const sandbox = await openTestSandbox();
  const bytes = Buffer.from('sealed');
  const path = `/mms/image/${nameOf(bytes)}`;
  await fetch(`${sandbox.current.url}${path}`, { method: 'POST', headers: CONTROL, body: bytes });

  await sandbox.restart();

  expect(await sandbox.get(path)).toEqual({ status: 200, body: 'sealed' });
});
