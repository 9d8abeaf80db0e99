import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestCloud, PHONE_ID, TOKEN } from '../../../sandbox/graph/test-cloud.ts';
import { createGraph } from './graph.ts';
import { verifyCredentials } from './verify.ts';

const shared = await openTestCloud({ onEnd: afterAll });

function graphAt(url: string) {
  const graph = createGraph({ url, version: 'v25.0' });
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

test('good credentials tell the number in digits and its name', async () => {
  expect(await verify()).toEqual({
    outcome: 'valid',
    phoneNumber: '628110000001',
    verifiedName: 'Toko Kurir',
    token: { expiresAt: null, wabaId: expect.stringMatching(/^\d+$/) },
    isBanned: false,
  });
});

test('until when a token is good is told, and a token that may not ask about itself is good all the same', async () => {
  const cloud = shared;
  const expires_at = '2099-01-31T10:00:00.000Z';
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, { access_token: 'EAAGshort', expires_at });

  const told = await verify({ accessToken: 'EAAGshort' });
  await cloud.post('/sandbox/cloud/faults', { call: 'debug_token', code: 100 });
  const silent = await verify({ accessToken: 'EAAGshort' });

  expect(told).toMatchObject({ outcome: 'valid', token: { expiresAt: new Date(expires_at) } });
  expect(silent).toMatchObject({ outcome: 'valid', token: null });
});

test.each([
  ['a token that nobody knows', { accessToken: 'EAAGnobody' }],
  ['a number that the token cannot see', { phoneNumberId: '1' }],
  ['no number at all', { phoneNumberId: 'debug_token' }],
])(
  '%s is invalid at once, and the reason does not hold the token',
  async (_name, credentials: Credentials) => {
    const verdict = await verify(credentials);

    expect(verdict).toMatchObject({ outcome: 'invalid', reason: expect.any(String) });
    expect(JSON.stringify(verdict)).not.toContain(credentials.accessToken ?? TOKEN);
  },
);

test('a token that may only read is invalid', async () => {
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
  ['a proxy in between', { http_status: 502, raw_body: '<html>Bad gateway</html>' }],
])('%s is not a verdict, and what passes is not noticed', async (_name, fault) => {
  const cloud = shared;
  await cloud.post('/sandbox/cloud/faults', { call: 'phone_number', ...fault, count: 1 });
  const passing = await verify();

  await cloud.post('/sandbox/cloud/faults', { call: 'phone_number', ...fault, count: null });
  const lasting = await verify();
  await cloud.delete('/sandbox/cloud/faults');

  expect([passing.outcome, lasting.outcome]).toEqual(['valid', 'unreachable']);
});

test('where nobody listens nobody is reached', async () => {
  const graph = graphAt('http://127.0.0.1:9');

  const verdict = await verifyCredentials(graph, { phoneNumberId: PHONE_ID, accessToken: TOKEN });

  expect(verdict).toEqual({ outcome: 'unreachable' });
});
