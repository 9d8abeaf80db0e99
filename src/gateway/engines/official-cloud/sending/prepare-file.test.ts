import { expect, onTestFinished, test } from 'vitest';
import { PHONE_ID } from '../../../../../sandbox/graph/test-cloud.ts';
import { zipOf } from '../../../../../test/harness/documents.ts';
import { fileOf, testMedia } from '../../../../../test/harness/media.ts';
import { credentials } from '../../../../../test/harness/official-bench.ts';
import {
  connectedSession,
  imageMessage,
  injectFault,
  messageOf,
  prepare,
} from '../../../../../test/harness/official-session.ts';
import { pictureOf } from '../../../../../test/harness/pictures.ts';
import { startReceiver } from '../../../../../test/harness/receiver.ts';
import { openPictures } from '../../../../platform/lib/media/pictures.ts';

test('an upload tries the stored token, and ends the session when this token is refused too', async () => {
  const { bench, host, session } = await connectedSession();
  const image = await imageMessage(bench);
  await bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGnext',
    revoke_others: true,
  });
  host.store.creds = credentials('EAAGnext');

  const renewed = await prepare(session, image);
  await bench.cloud.post('/sandbox/cloud/tokens/revoke', { access_token: 'EAAGnext' });
  const refused = await prepare(session, await imageMessage(bench, fileOf('jpeg', 30_000)));
  await host.event('logged_out');

  expect([renewed.outcome, refused]).toMatchObject([
    'prepared',
    { outcome: 'not_written', code: 'not_connected' },
  ]);
  expect(host.events.slice(1)).toEqual([{ type: 'logged_out', reason: 'token_refused' }]);
});

test.each([
  [80007, { outcome: 'not_written', pause: { scope: 'device' } }],
  [131048, { outcome: 'not_written', pause: { scope: 'restriction' } }],
  [131016, { outcome: 'not_written', code: '131016' }],
  [131053, { outcome: 'refused', code: '131053' }],
])('code %i means the same for an upload as for a message', async (code, outcome) => {
  const { bench, host, session } = await connectedSession();
  const image = await imageMessage(bench);
  await injectFault(bench, { call: 'media_upload', code });

  expect(await prepare(session, image)).toMatchObject(outcome);
  const reported = host.events.slice(1);
  expect(reported).toEqual(code === 131048 ? [{ type: 'restricted', reason: 'spam', until: null }] : []);
});

test.each([
  ['laporan.xlsx', 'application/octet-stream', zipOf([{ name: 'xl/workbook.xml', bytes: '' }])],
  ['harga.csv', 'application/octet-stream', Buffer.from('barang;harga\n')],
  ['data.json', 'binary/octet-stream', Buffer.from('{}')],
  ['faktur.pdf', 'application/force-download', fileOf('pdf')],
])('the provider takes %s, which its host calls %s', async (name, header, bytes) => {
  const { bench, session } = await connectedSession();
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': header }).end(bytes),
  );

  const prepared = await prepare(
    session,
    messageOf(bench, { type: 'document', mediaUrl: new URL(name, url).href }),
  );

  const content = prepared.outcome === 'prepared' ? Buffer.from(prepared.content).toString() : '{}';
  expect(JSON.parse(content)).toEqual({ id: expect.any(String), filename: name });
});

test('a WebP picture is converted, and one that cannot be read is refused before the provider', async () => {
  const pictures = openPictures();
  onTestFinished(() => pictures.close());
  const { bench, session } = await connectedSession({ media: testMedia({ pictures }) });
  const files = [await pictureOf('image/webp', 40, 20), fileOf('webp')];
  const { url: mediaUrl } = await startReceiver((_, response) => response.end(files.shift()));
  const image = messageOf(bench, { type: 'image', mediaUrl });

  const outcomes = [await prepare(session, image), await prepare(session, image)];

  expect(outcomes).toMatchObject([
    { outcome: 'prepared' },
    { outcome: 'refused', code: 'media_type_not_supported', message: expect.stringContaining('converted') },
  ]);
  const { body } = await bench.cloud.get('/sandbox/cloud/requests?call=media_upload');
  expect(body.data).toHaveLength(1);
});

test('a picture that the provider does not take as a document either is not advised to be one', async () => {
  const { bench, session } = await connectedSession();
  const { url: mediaUrl } = await startReceiver((_, response) => response.end('GIF89a'.padEnd(40)));

  const outcome = await prepare(session, messageOf(bench, { type: 'image', mediaUrl }));

  expect(outcome).toMatchObject({
    code: 'media_type_not_supported',
    message: expect.stringMatching(/Convert the file, or send a text with its address\.$/),
  });
});

test('an audio message is sent without its body', async () => {
  const { bench, session } = await connectedSession();
  const prepared = Buffer.from(JSON.stringify({ id: '1', filename: 'a.ogg' }));

  const outcome = await session.send(messageOf(bench, { type: 'audio', body: 'tak tampak', prepared }));

  // The provider checks the form of a message before its file.
  expect(outcome).toMatchObject({ outcome: 'refused', message: expect.stringContaining('media id') });
});
