import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createEconomyDriver } from '../../src/gateway/engines/economy/driver.ts';
import { TIMING } from '../../src/gateway/engines/economy/timing.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { testMedia } from '../harness/media.ts';
import { MemoryHost } from '../harness/memory-host.ts';
import { lookup } from '../harness/names.ts';
import { bytesIn, encodeFields } from './fields.ts';
import { newPair } from './keys.ts';
import { leaf, type PasskeyServer, startPasskeyServer } from './passkey-server.ts';

type Change = (tag: string, bytes: Buffer) => Buffer | null;

const KEY = randomBytes(32);
const EVERY_STEP = [
  'get ref',
  'set passkey_prologue',
  'set companion_nonce',
  'set encrypted_pairing_request',
];

const NOTICES = ['passkey_prologue_request', 'crsc_continuation'];

/** The phone has scanned, and the engine has asked for the passkey. */
async function asked(change: Change = (_tag, bytes) => bytes, isEmbedded = true) {
  const server = await startPasskeyServer(change);
  onTestFinished(() => server.stop());
  const driver = createEconomyDriver({
    lookup,
    whatsappUrl: server.url,
    trustRoot: server.trustRoot,
    versions: [],
    media: testMedia(),
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    timing: { sendDelayMs: 20, backoffMinMs: 20, backoffMaxMs: 100, drainMs: 300 },
  });
  const host = new MemoryHost();
  const session = driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  const peer = server.scan((await host.event('qr')).code, isEmbedded);
  const ask = await host.event('passkey');
  const answer = () => ask.state === 'asked' && ask.answer(peer.assert());
  return { server, host, peer, ask, answer };
}

const only =
  (tag: string, change: (bytes: Buffer) => Buffer | null): Change =>
  (name, bytes) =>
    name === tag ? change(bytes) : bytes;

const flipped = (bytes: Buffer, at: number) => {
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
};

test.each([
  ['come with the demand', undefined, true],
  ['are asked for', undefined, false],
  ['cannot be read at first', breakFirstOptions(), true],
])(
  'both sides agree on each key, code and signature when the options %s',
  async (_case, change, embedded) => {
    const { server, host, peer, ask, answer } = await asked(change, embedded);

    answer();
    const sent = await host.event('passkey', ({ state }) => state === 'sent');

    expect(await host.event('connected')).toMatchObject({ phoneNumber: '6281234500001' });
    expect(server.refusals).toEqual([]);
    expect(ask).toMatchObject({ options: peer.options });
    expect(sent).toMatchObject({ code: peer.code });
    expect(actions(server.heard).filter((action) => EVERY_STEP.includes(action))).toEqual(EVERY_STEP);
    expect(NOTICES.map((type) => acknowledged(server.heard, type))).toEqual([1, 1]);
  },
);

test.each([
  ['an assertion of another key', 'signature', only('webauthn_assertion', otherSignature)],
  ['another credential', 'credential', only('credential_id', (bytes) => flipped(bytes, 0))],
  ['a proof of another secret', 'proof', only('pairing_handoff_proof', (bytes) => flipped(bytes, 31))],
  ['a prologue that the proof does not cover', 'proof', only('prologue_payload', otherCommitment)],
  ['a nonce that was not committed to', 'commitment', only('companion_nonce', (bytes) => flipped(bytes, 0))],
  ['a request that was changed on its way', 'seal', only('encrypted_pairing_request', otherTag)],
])('the independent phone refuses %s, and the engine ends the pairing', async (_case, word, change) => {
  const { server, host, answer } = await asked(change);

  answer();

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
  expect(server.refusals).toEqual([word]);
  expect(host.store.creds).toBeNull();
});

test('without its proof a changed commitment is refused when the nonce opens it', async () => {
  const { server, host, answer } = await asked((tag, bytes) => {
    if (tag === 'pairing_handoff_proof') return null;
    return tag === 'prologue_payload' ? otherCommitment(bytes) : bytes;
  });

  answer();

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
  expect(server.refusals).toEqual(['commitment']);
});

test('the request and the nonce of one link open no other', async () => {
  const first = new Map<string, Buffer>();
  const earlier = await asked((tag, bytes) => {
    first.set(tag, bytes);
    return bytes;
  });
  earlier.answer();
  await earlier.host.event('connected');

  const refused: string[] = [];
  for (const tag of ['prologue_payload', 'companion_nonce', 'encrypted_pairing_request']) {
    const { server, host, answer } = await asked(only(tag, () => first.get(tag) ?? null));
    answer();
    await host.event('pairing_ended');
    refused.push(...server.refusals);
  }

  expect(refused).toEqual(['ref', 'commitment', 'seal']);
});

test.each([
  ['no key', encodeFields({ 2: KEY })],
  ['a short key', encodeFields({ 1: KEY.subarray(1), 2: KEY })],
  ['a key with a prefix', encodeFields({ 1: Buffer.concat([Buffer.from([5]), KEY]), 2: KEY })],
  ['a key whose secret everybody knows', encodeFields({ 1: Buffer.alloc(32), 2: KEY })],
  ['no nonce', encodeFields({ 1: KEY })],
  ['a short nonce', encodeFields({ 1: KEY, 2: KEY.subarray(1) })],
  ['broken bytes', Buffer.from([0x0a, 0x20, 1])],
  ['nothing', Buffer.alloc(0)],
])('a phone with %s gets no nonce', async (_case, identity) => {
  const { server, host, answer } = await asked(only('primary_ephemeral_identity', () => identity));

  answer();

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
  expect(actions(server.heard)).not.toContain('set companion_nonce');
  expect(host.store.creds).toBeNull();
});

test('the phone is heard once per link, not before its turn, and by the server alone', async () => {
  const forged = [leaf('primary_ephemeral_identity', encodeFields({ 1: newPair().open, 2: KEY }))];
  const { server, host, peer, answer } = await asked((tag, bytes) => {
    if (tag === 'prologue_payload')
      server.notify('crsc_continuation', forged, '6281111111111@s.whatsapp.net');
    return bytes;
  });
  server.notify('crsc_continuation', forged);
  await server.until(() => acknowledged(server.heard, 'crsc_continuation') === 1);

  answer();
  await server.until(() => actions(server.heard).includes('set encrypted_pairing_request'));
  server.notify('crsc_continuation', forged);

  expect(await host.event('connected')).toMatchObject({ phoneNumber: '6281234500001' });
  expect(server.refusals).toEqual([]);
  expect(peer.newSecret).toHaveLength(32);
  expect(actions(server.heard).filter((action) => action === 'set companion_nonce')).toHaveLength(1);
});

test('a demand that is repeated with the same options keeps the secret that proves the scan', async () => {
  const { server, host, peer, answer } = await asked();

  server.notify('passkey_prologue_request', [leaf('passkey_request_options', Buffer.from(peer.options))]);
  await server.until(() => acknowledged(server.heard, 'passkey_prologue_request') === 2);
  answer();

  expect(await host.event('connected')).toMatchObject({ phoneNumber: '6281234500001' });
  expect(server.refusals).toEqual([]);
});

test('a demand with another challenge after the prologue does not end the link', async () => {
  const { server, host, answer } = await asked((tag, bytes) => {
    const other = JSON.stringify({ challenge: KEY.toString('base64url'), rpId: 'whatsapp.com' });
    const options = [leaf('passkey_request_options', Buffer.from(other))];
    if (tag === 'primary_ephemeral_identity') server.notify('passkey_prologue_request', options);
    return bytes;
  });

  answer();

  expect(await host.event('connected')).toMatchObject({ phoneNumber: '6281234500001' });
  expect(acknowledged(server.heard, 'passkey_prologue_request')).toBe(2);
  expect(server.refusals).toEqual([]);
});

test.each([
  ['the old secret', 'old' as const],
  ['a changed hash', 'changed' as const],
])('a device identity under %s does not pair', async (_case, kind) => {
  const scene: { vouch?: () => Buffer } = {};
  const { server, host, peer, answer } = await asked(
    only('device-identity', (bytes) => scene.vouch?.() ?? flipped(bytes, bytes.length - 1)),
  );
  if (kind === 'old') scene.vouch = () => peer.vouch(peer.oldSecret);

  answer();

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
  expect(actions(server.heard)).not.toContain('result pair-device-sign');
  expect(host.store.creds).toBeNull();
});

test('the engine waits for the phone, and then for the link, as long as WhatsApp Web does', () => {
  expect([TIMING.passkeyPhoneMs, TIMING.passkeyPairMs]).toEqual([120_000, 120_000]);
});

function breakFirstOptions(): Change {
  let count = 0;
  return only('passkey_request_options', (bytes) => (count++ === 0 ? Buffer.from('{') : bytes));
}

/** The commitment is the end of the prologue. */
function otherCommitment(prologue: Buffer): Buffer {
  return flipped(prologue, prologue.length - 1);
}

function otherTag(sealed: Buffer): Buffer {
  const payload = bytesIn(sealed, 1);
  return encodeFields({ 1: flipped(payload, payload.length - 1), 2: bytesIn(sealed, 2) });
}

function otherSignature(json: Buffer): Buffer {
  const assertion = JSON.parse(json.toString());
  const signature = Buffer.from(assertion.response.signature, 'base64url');
  assertion.response.signature = flipped(signature, signature.length - 1).toString('base64url');
  return Buffer.from(JSON.stringify(assertion));
}

function actions(nodes: PasskeyServer['heard']): string[] {
  return nodes.map(({ attrs, content }) => {
    const child = Array.isArray(content) ? content[0]?.tag : '';
    return `${attrs.type} ${child}`;
  });
}

function acknowledged(nodes: PasskeyServer['heard'], type: string): number {
  return nodes.filter(
    ({ tag, attrs }) => tag === 'ack' && attrs.class === 'notification' && attrs.type === type,
  ).length;
}
