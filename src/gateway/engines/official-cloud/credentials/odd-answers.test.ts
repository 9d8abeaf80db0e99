import { expect, onTestFinished, test } from 'vitest';
import { lookup } from '../../../../../test/harness/names.ts';
import { startReceiver } from '../../../../../test/harness/receiver.ts';
import { createGraph } from '../graph/graph.ts';
import { verifyCredentials } from './verify.ts';

const NODE = { id: '1', display_phone_number: '+62 811', verified_name: 'Toko', status: 'CONNECTED' };

/** The verdict after these answers of the provider. */
async function verdictOn(node: object, token: object) {
  const { url } = await startReceiver(({ path }, response) =>
    response.end(JSON.stringify(path.includes('debug_token') ? { data: token } : node)),
  );
  const graph = createGraph({ url, version: 'v25.0', lookup });
  onTestFinished(() => graph.close());
  return verifyCredentials(graph, { phoneNumberId: '1', accessToken: 'EAAG' });
}

test.each([
  ['a name that is not approved yet', { verified_name: null }, {}],
  ['a status of another form', { status: 7 }, {}],
  ['no status', { status: null }, {}],
  ['nulls about the token', {}, { scopes: null, expires_at: null, granular_scopes: null }],
  ['unreadable accounts', {}, { granular_scopes: [null, { scope: 7, target_ids: 'all' }] }],
])('a number with %s can be attached', async (_name, node, token) => {
  const verdict = await verdictOn({ ...NODE, ...node }, { is_valid: true, ...token });

  expect(verdict).toMatchObject({ outcome: 'valid', phoneNumber: '62811', token: { expiresAt: null } });
});

test('the reason of an expired token is its expiry, not a missing permission', async () => {
  const verdict = await verdictOn(NODE, { is_valid: false, scopes: ['whatsapp_business_messaging'] });

  expect(verdict).toEqual({ outcome: 'invalid', kind: 'token', reason: 'The token is not valid any more.' });
});
