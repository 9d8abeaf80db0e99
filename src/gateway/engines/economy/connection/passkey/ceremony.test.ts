import { expect, onTestFinished, test } from 'vitest';
import {
  CUSTOMER,
  type EconomyBench,
  goOnline,
  NUMBER,
  startEconomyBench,
  textTo,
} from '../../../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../../../test/harness/memory-host.ts';
import { createLog } from '../../../../../platform/lib/log.ts';
import type { EngineEvent, EngineSession } from '../../../engine.ts';
import type { Timing } from '../../timing.ts';

type Passkey = Extract<EngineEvent, { type: 'passkey' }>;
type Asked = Extract<Passkey, { state: 'asked' }>;

interface Scene {
  bench: EconomyBench;
  host: MemoryHost;
  session: EngineSession;
  logged(): string;
}

async function scene(fault: string | null = null, timing: Partial<Timing> = {}): Promise<Scene> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog('debug', 'test', { format: 'json', destination });
  const bench = await startEconomyBench({ log, timing });
  onTestFinished(() => bench.stop());
  await bench.net.faults(NUMBER, { passkey: 'required', passkey_fault: fault });
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  return { bench, host, session, logged: () => lines.join('') };
}

/** The phone waits meanwhile. */
async function scan({ bench, host, session }: Scene, since = 0): Promise<void> {
  if (since === 0) session.connect();
  const { code } = await host.event('qr', () => true, since);
  await expect(bench.net.scan(NUMBER, code)).rejects.toThrow('passkey_required');
}

const asked = (host: MemoryHost, since = 0) =>
  host.event('passkey', ({ state }) => state === 'asked', since) as Promise<Asked>;

async function answer({ bench, host }: Scene, since = 0): Promise<Asked> {
  const question = await asked(host, since);
  question.answer(await bench.net.signPasskey(NUMBER, question.options));
  return question;
}

const statesOf = ({ events }: MemoryHost) =>
  events.filter((event): event is Passkey => event.type === 'passkey').map(({ state }) => state);

test('an owner who signs connects the device; nothing is stored before, and no log has a secret', async () => {
  const played = await scene();
  const { bench, host, session, logged } = played;
  await scan(played);
  const before = host.store.changes.length;

  const { options, validMs } = await answer(played);
  const { code } = (await host.event('passkey', ({ state }) => state === 'sent')) as { code: string };
  await host.event('connected');
  const message = textTo(bench, 'after the passkey');
  await session.send(message);
  await host.event('ack', ({ waMessageId }) => waMessageId === message.waMessageId);

  expect([before, statesOf(host)]).toEqual([0, ['asked', 'sent', 'ended']]);
  expect(JSON.parse(options)).toMatchObject({ rpId: 'whatsapp.com', userVerification: 'required' });
  expect(validMs).toBe(300_000);
  expect(code).toMatch(/^[1-9A-Z]{8}$/);
  expect((await bench.inbox()).map(({ text }) => text)).toEqual(['after the passkey']);
  for (const secret of [code, JSON.parse(options).challenge]) expect(logged()).not.toContain(secret);
});

test('an owner who signs connects the device after a typed code', async () => {
  const played = await scene();
  const { bench, host, session } = played;
  session.connect(NUMBER);
  const shown = await host.event('pairing_code');
  const code = shown.state === 'shown' ? shown.code : '';
  await expect(bench.net.typeCode(NUMBER, code)).rejects.toThrow('passkey_required');

  await answer(played);

  expect(await host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
});

test('a phone that asks its owner shows the code of the event', async () => {
  const played = await scene('asks_code');
  await scan(played);
  await answer(played);
  const sent = await played.host.event('passkey', ({ state }) => state === 'sent');

  await played.bench.net.acceptCode(NUMBER, sent.state === 'sent' ? sent.code : '');

  expect(await played.host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
});

test.each(['no_options', 'repeated', 'unasked', 'empty_code', 'refresh'])(
  'the pairing goes on after the fault %s',
  async (fault) => {
    const played = await scene(fault);
    await scan(played);

    await answer(played);
    await played.host.event('connected');

    expect(statesOf(played.host)).toEqual(['asked', 'sent', 'ended']);
  },
);

test.each(['error_passkey_request_options', 'other_site'])(
  'options that cannot be used end the pairing: %s',
  async (fault) => {
    const played = await scene(fault);
    await scan(played);

    expect(await played.host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
    expect(statesOf(played.host)).toEqual([]);
  },
);

test.each([
  'error_ref',
  'error_passkey_prologue',
  'short_key',
  'error_companion_nonce',
  'error_encrypted_pairing_request',
  'old_secret',
])('the fault %s ends the pairing, without another attempt', async (fault) => {
  const played = await scene(fault);
  const { host } = played;
  await scan(played);

  await answer(played);
  const ended = await host.event('pairing_ended');

  expect(ended.reason).toBe('passkey_rejected');
  expect(host.events.at(-1)).toBe(ended);
  expect(host.events.filter(({ type }) => type === 'qr')).toHaveLength(1);
  expect(host.store.creds).toBeNull();
});

test.each(['another phone', 'an earlier challenge'])('an assertion of %s ends the pairing', async (of) => {
  const played = await scene();
  const { bench, host } = played;
  await scan(played);
  const { options, answer: send } = await asked(host);
  const other = JSON.stringify({ ...JSON.parse(options), challenge: Buffer.alloc(32).toString('base64url') });

  send(
    of === 'another phone'
      ? await bench.net.signPasskey(CUSTOMER, options)
      : await bench.net.signPasskey(NUMBER, other),
  );

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'passkey_rejected' });
});

test.each([
  ['an owner who does not answer', null, { passkeyMs: 500 }],
  ['a server that does not answer an IQ', 'mute_ref', { queryTimeoutMs: 1_000 }],
  ['a server that is silent after the answer', 'silent', { passkeyPhoneMs: 800 }],
  ['a phone whose owner does not compare the code', 'asks_code', { passkeyPairMs: 500 }],
])('%s: the pairing ends after its time', async (_who, fault, timing) => {
  const played = await scene(fault, timing);
  await scan(played);

  if (fault !== null) await answer(played);

  expect(await played.host.event('pairing_ended')).toMatchObject({ reason: 'passkey_timeout' });
});

test('an owner who cancels ends the pairing, and the next one works', async () => {
  const played = await scene();
  const { host, session } = played;
  await scan(played);

  (await asked(host)).answer(null);
  const ended = await host.event('pairing_ended');
  const since = host.events.length;
  session.connect();
  await scan(played, since);
  await answer(played, since);

  expect(ended.reason).toBe('passkey_cancelled');
  await host.event('connected', () => true, since);
});

test.each(['cut', 'second'])('after the fault %s a new QR is shown, and pairs', async (fault) => {
  const played = await scene(fault);
  const { bench, host } = played;
  await scan(played).catch(() => {});
  await bench.net.faults(NUMBER, { passkey_fault: null });
  const since = host.events.findIndex(({ type }) => type === 'passkey');
  if (fault === 'cut') await answer(played);

  await scan(played, since);
  const next = host.events.findIndex((event) => event.type === 'passkey' && event.state === 'ended');
  await answer(played, next);

  expect(await host.event('connected')).toMatchObject({ phoneNumber: NUMBER });
  expect(statesOf(host).filter((state) => state === 'asked')).toHaveLength(2);
});

test('a phone without a passkey gets no demand, and the QR goes on until it has expired', async () => {
  const played = await scene(null, { qrFirstMs: 400, qrNextMs: 50 });
  const { bench, host, session } = played;
  await bench.net.faults(NUMBER, { passkey: 'missing' });
  session.connect();
  await expect(bench.net.scan(NUMBER, (await host.event('qr')).code)).rejects.toThrow('passkey_missing');

  expect(await host.event('pairing_ended')).toMatchObject({ reason: 'qr_expired' });
});

test('a phone that needs no passkey pairs as before', async () => {
  const played = await scene();
  await played.bench.net.faults(NUMBER, { passkey: 'none' });

  await goOnline(played.bench, played.session, played.host);

  expect(statesOf(played.host)).toEqual([]);
});
