import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalOidc, localOidc, newKey, tokenOf } from '../../../../test/harness/local-oidc.ts';
import { openNames } from '../../../platform/lib/names/names.ts';
import { openProvider } from './provider.ts';

const REDIRECT_URI = 'http://localhost:8080/app/api/oidc/callback';
const SITI = { sub: 'siti-7', email: 'Siti@Example.com', email_verified: true };

test.each([
  ['the ID token', { claimsInIdToken: true, secretIn: 'client_secret_post' }],
  ['the userinfo endpoint', { claimsInIdToken: false, secretIn: 'client_secret_basic' }],
] as const)('a person is identified by %s', async (_where, options) => {
  const { local, provider } = await scene(options);
  local.person = SITI;

  const finished = await logIn(local, provider);

  const identity = { issuer: local.issuer, subject: 'siti-7', email: 'siti@example.com' };
  expect(finished).toEqual({ outcome: 'identified', identity });
});

test.each([
  ['is not verified', false],
  ['is verified in words alone', 'true'],
  ['is not said to be verified', undefined],
])('an e-mail that %s does not count', async (_which, email_verified) => {
  const { local, provider } = await scene();
  local.person = { ...SITI, email_verified };

  const finished = await logIn(local, provider);

  expect(finished).toMatchObject({ outcome: 'identified', identity: { subject: 'siti-7', email: null } });
});

test('an e-mail that becomes ASCII in lower case does not count', async () => {
  const { local, provider } = await scene();
  local.person = { ...SITI, email: 'siti@\u212aopi.example' };

  const finished = await logIn(local, provider);

  expect(finished).toMatchObject({ outcome: 'identified', identity: { subject: 'siti-7', email: null } });
});

test.each<[string, NonNullable<LocalOidc['forge']>]>([
  ['was changed', (claims, own) => own.replace(/\.[^.]+/, `.${encoded({ ...claims, sub: 'owner' })}`)],
  ['has no signature', (claims) => tokenOf({ alg: 'none' }, claims, null)],
  ['has an algorithm without a signature', (claims) => tokenOf({ alg: 'ES256', kid: 'local' }, claims, null)],
  ['has another key', (claims) => tokenOf({ alg: 'ES256', kid: 'local' }, claims, newKey().privateKey)],
  ['names an unknown key', (claims, _own, key) => tokenOf({ alg: 'ES256', kid: 'other' }, claims, key)],
])('an ID token that %s is refused', async (_which, forge) => {
  const { local, provider } = await scene({ claimsInIdToken: true });
  local.person = SITI;
  local.forge = forge;

  const forged = await logIn(local, provider);
  local.forge = (claims, _own, key) => tokenOf({ alg: 'ES256', kid: 'local' }, claims, key);
  const rightlySigned = await logIn(local, provider);

  expect([forged.outcome, rightlySigned.outcome]).toEqual(['refused', 'identified']);
});

test('a person who cancels, and an answer to another question, are refused', async () => {
  const { local, provider } = await scene();
  const [first, second] = [await begin(provider), await begin(provider)];
  local.person = SITI;
  const { search } = await local.visit(second.url);
  local.person = null;

  const outcomes = [
    await logIn(local, provider),
    // The state of another browser.
    await provider.finish(search, first.checks),
    // A code that was stolen, with a state of the thief: the verifier differs.
    await provider.finish(search, { ...second.checks, verifier: first.checks.verifier }),
    await provider.finish('', first.checks),
    await provider.finish('?code=guessed', first.checks),
  ];

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('refused'));
});

test('an ID token for another question, and a code that was used, are refused', async () => {
  const { local, provider } = await scene();
  local.person = SITI;
  const { url, checks } = await begin(provider);
  const { search } = await local.visit(url);

  const forAnother = await provider.finish(search, { ...checks, nonce: 'another' });
  const again = await provider.finish(search, checks);

  expect([forAnother.outcome, again.outcome]).toEqual(['refused', 'refused']);
});

test('a provider that fails is unavailable, and is asked again at the next log-in', async () => {
  const { local, provider } = await scene();
  local.person = SITI;
  local.broken = { status: 500, body: '{}' };

  const whileBroken = await provider.begin();
  local.broken = { status: 200, body: '<html>' };
  const whileWrong = await provider.begin();
  local.broken = null;
  const after = await logIn(local, provider);

  expect([whileBroken.outcome, whileWrong.outcome]).toEqual(['unavailable', 'unavailable']);
  expect(after.outcome).toBe('identified');
});

test('the metadata of the provider is read once for log-ins at the same time', async () => {
  const { local, provider } = await scene();

  await Promise.all([provider.begin(), provider.begin(), provider.begin()]);
  await provider.begin();

  expect(local.calls).toEqual(['/.well-known/openid-configuration']);
});

test('plain HTTP is for loopback alone, and a wrong secret is not the fault of the person', async () => {
  const { local } = await scene();
  local.person = SITI;
  const wrongSecret = open(local, { clientSecret: 'wrong' });
  const overPlainHttp = open(local, { issuer: 'http://login.example' });

  const finished = await logIn(local, wrongSecret);
  const begun = await overPlainHttp.begin();

  expect(finished).toEqual({ outcome: 'unavailable', reason: 'invalid_client' });
  expect(begun).toEqual({ outcome: 'unavailable', reason: 'OAUTH_HTTP_REQUEST_FORBIDDEN' });
});

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

type Scene = Omit<Parameters<typeof localOidc>[0], 'redirectUri'>;
type Provider = ReturnType<typeof openProvider>;

async function scene(options: Scene = {}) {
  const local = await localOidc({ redirectUri: REDIRECT_URI, ...options });
  return { local, provider: open(local) };
}

function open(local: LocalOidc, change: { clientSecret?: string; issuer?: string } = {}): Provider {
  const names = openNames();
  const { issuer, clientId, clientSecret } = local;
  const settings = { issuer, clientId, clientSecret, redirectUri: REDIRECT_URI, ...change };
  const provider = openProvider(settings, { lookup: names.lookup, now: () => new Date(), randomBytes });
  onTestFinished(async () => {
    names.close();
    await provider.close();
  });
  return provider;
}

async function begin(provider: Provider) {
  const begun = await provider.begin();
  if (begun.outcome !== 'begun') throw new Error(begun.reason);
  return begun;
}

async function logIn(local: LocalOidc, provider: Provider) {
  const { url, checks } = await begin(provider);
  const { search } = await local.visit(url);
  return provider.finish(search, checks);
}
