import { expect, test } from 'vitest';
import { PHONE_ID } from '../../../../sandbox/graph/test-cloud.ts';
import { credentials } from '../../../../test/harness/official-bench.ts';
import {
  connectedSession,
  imageMessage,
  injectFault,
  messageOf,
  prepare,
} from '../../../../test/harness/official-session.ts';

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
  const refused = await prepare(session, image);
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

test('the provider fetches a public file itself: Kurir fetches and uploads nothing', async () => {
  const asked: string[] = [];
  const isPublic = async (url: string) => asked.push(url) > 0;
  const { bench, session } = await connectedSession({ isPublic });
  const mediaUrl = 'https://example.com/files/katalog%20baru.pdf?v=2';

  const prepared = await prepare(session, messageOf(bench, { type: 'document', mediaUrl }));

  expect(asked).toEqual([mediaUrl]);
  const content = prepared.outcome === 'prepared' ? Buffer.from(prepared.content).toString() : '';
  expect(JSON.parse(content)).toEqual({ link: mediaUrl, filename: 'katalog baru.pdf' });
  const { body } = await bench.cloud.get('/sandbox/cloud/requests?call=media_upload');
  expect(body.data).toEqual([]);
});

test('an audio message is sent without its body', async () => {
  const { bench, session } = await connectedSession();
  const prepared = Buffer.from(JSON.stringify({ id: '1', filename: 'a.ogg' }));

  const outcome = await session.send(messageOf(bench, { type: 'audio', body: 'tak tampak', prepared }));

  // The provider checks the form of a message before its file.
  expect(outcome).toMatchObject({ outcome: 'refused', message: expect.stringContaining('media id') });
});
