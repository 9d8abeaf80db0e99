import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestCloud, PHONE_ID, TOKEN } from '../../../../../sandbox/graph/test-cloud.ts';
import { lookup } from '../../../../../test/harness/names.ts';
import { createGraph } from '../graph/graph.ts';
import { verifyCredentials } from './verify.ts';

const shared = await openTestCloud({ onEnd: afterAll });

function graphAt(url: string) {
  const graph = createGraph({ url, version: 'v25.0', lookup });
  onTestFinished(() => graph.close());
  return graph;
}

type Credentials = { phoneNumberId?: string; accessToken?: string };

const verify = (credentials: Credentials = {}) =>
  verifyCredentials(graphAt(shared.current.graphUrl), {
    phoneNumberId: PHONE_ID,
    accessToken: TOKEN,
    ...credentials,
  });

test('valid credentials answer the number in digits and its name', async () => {
  expect(await verify()).toEqual({
    outcome: 'valid',
    phoneNumber: '628110000001',
    verifiedName: 'Toko Kurir',
    token: { expiresAt: null, wabaId: expect.stringMatching(/^\d+$/) },
    isBanned: false,
    quality: 'green',
  });
});

test('the expiry of a token is reported; a token that may not read about itself is valid too', async () => {
  const cloud = shared;
  const expires_at = '2099-01-31T10:00:00.000Z';
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, { access_token: 'EAAGshort', expires_at });

  const readable = await verify({ accessToken: 'EAAGshort' });
  await cloud.post('/sandbox/cloud/faults', { call: 'debug_token', code: 100 });
  const unreadable = await verify({ accessToken: 'EAAGshort' });

  expect(readable).toMatchObject({ outcome: 'valid', token: { expiresAt: new Date(expires_at) } });
  expect(unreadable).toMatchObject({ outcome: 'valid', token: null });
});

test.each([
  ['an unknown token', { accessToken: 'EAAGunknown' }],
  ['a number of another account', { phoneNumberId: '1' }],
  ['an id that is no number', { phoneNumberId: 'debug_token' }],
])('%s is invalid, and the reason does not contain the token', async (_name, credentials: Credentials) => {
  const verdict = await verify(credentials);

  expect(verdict).toMatchObject({ outcome: 'invalid', reason: expect.any(String) });
  expect(JSON.stringify(verdict)).not.toContain(credentials.accessToken ?? TOKEN);
});

test('a token without the permission to send is invalid', async () => {
  await shared.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGreader',
    scopes: ['whatsapp_business_management'],
  });

  expect(await verify({ accessToken: 'EAAGreader' })).toMatchObject({
    outcome: 'invalid',
    reason: expect.stringContaining('whatsapp_business_messaging'),
  });
});

test.each([
  ['an outage', { code: 2 }],
  ['an error page of a proxy', { http_status: 502, raw_body: '<html>Bad gateway</html>' }],
])('%s is retried, and a lasting one is not a verdict', async (_name, fault) => {
  const cloud = shared;
  await cloud.post('/sandbox/cloud/faults', { call: 'phone_number', ...fault, count: 1 });
  const brief = await verify();

  await cloud.post('/sandbox/cloud/faults', { call: 'phone_number', ...fault, count: null });
  const lasting = await verify();
  await cloud.delete('/sandbox/cloud/faults');

  expect([brief.outcome, lasting.outcome]).toEqual(['valid', 'unreachable']);
});

test('a refused TCP connection is unreachable', async () => {
  const graph = graphAt('http://127.0.0.1:9');

  const verdict = await verifyCredentials(graph, { phoneNumberId: PHONE_ID, accessToken: TOKEN });

  expect(verdict).toEqual({ outcome: 'unreachable' });
});
