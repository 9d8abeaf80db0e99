import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { BUDI, PHONE_ID, TOKEN } from '../../../sandbox/graph/test-cloud.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
import { credentials, type OfficialBench, startOfficialBench } from '../../../test/harness/official-bench.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import type { EngineSession, OutboundMessage } from '../engine.ts';
import type { OfficialOptions } from './driver.ts';
import { isPublicUrl } from './public-url.ts';

async function online(options: Partial<OfficialOptions> = {}) {
  const bench = await startOfficialBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  host.store.creds = credentials();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  await host.event('connected');
  return { bench, host, session };
}

const message = ({ driver }: OfficialBench, fields: Partial<OutboundMessage> = {}): OutboundMessage => ({
  waMessageId: driver.newMessageId(),
  to: BUDI,
  type: 'text',
  body: 'Halo',
  mediaUrl: null,
  interactive: null,
  prepared: null,
  ...fields,
});
const fault = ({ cloud }: OfficialBench, effect: object) => cloud.post('/sandbox/cloud/faults', effect);
const prepare = (session: EngineSession, it: OutboundMessage) =>
  session.prepare(it, new AbortController().signal);

test('the recipient has a plus, and our id travels with the message', async () => {
  const { bench, session } = await online();
  const sent = message(bench);

  await session.send(sent);

  const { body } = await bench.cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages`);
  expect(body.data).toMatchObject([{ to: BUDI, biz_opaque_callback_data: sent.waMessageId }]);
  const calls = await bench.cloud.get('/sandbox/cloud/requests?call=messages');
  expect(JSON.stringify(calls.body.data)).toContain(BUDI);
});

test.each([
  [131016, { outcome: 'not_written', code: '131016' }],
  [80007, { outcome: 'not_written', code: '80007', pause: { scope: 'device' } }],
  [130429, { outcome: 'not_written', code: '130429', pause: { scope: 'device' } }],
  [131056, { outcome: 'not_written', code: '131056', pause: { scope: 'recipient', ms: 6_000 } }],
  [1, { outcome: 'not_written', code: '1', fewTries: true }],
  [131047, { outcome: 'refused', code: '131047', byProvider: true }],
])('code %i is told as it is meant', async (code, outcome) => {
  const { bench, host, session } = await online();
  await fault(bench, { code });

  expect(await session.send(message(bench))).toMatchObject(outcome);
  expect(host.events.filter(({ type }) => type !== 'healthy')).toHaveLength(1);
});

test.each([
  [131048, 'spam'],
  [131064, 'templates'],
  [131042, 'payment'],
  [131037, 'display_name'],
] as const)('code %i holds the number back: nothing fails, and it is told once', async (code, reason) => {
  const { bench, host, session } = await online();
  await fault(bench, { code, count: 3 });
  const send = () => session.send(message(bench));

  const outcomes = [await send(), ...(await Promise.all([send(), send()]))];

  const pause = { scope: 'restriction', ms: 600_000 };
  expect(outcomes).toMatchObject(Array(3).fill({ outcome: 'not_written', code: String(code), pause }));
  expect(host.events.slice(1)).toEqual([{ type: 'restricted', reason, until: null }]);
});

test('that the provider takes a message again shows nothing: it may tell later that it has not sent it', async () => {
  const { bench, host, session } = await online();
  await fault(bench, { code: 131048, retry_after_seconds: 90 });
  await session.send(message(bench));

  const taken = await session.send(message(bench));

  expect(taken.outcome).toBe('written');
  expect(host.events.filter(({ type }) => type.endsWith('restricted'))).toEqual([
    { type: 'restricted', reason: 'spam', until: expect.any(Date) },
  ]);
});

test('one person who gets too much is left alone longer each time, and others are not', async () => {
  const { bench, session } = await online();
  await fault(bench, { code: 131056, count: 3, recipient: BUDI });
  const waits = [];

  for (let turn = 0; turn < 3; turn += 1) waits.push(await session.send(message(bench)));
  const other = await session.send(message(bench, { to: '6281234560000' }));
  await session.send(message(bench));
  await fault(bench, { code: 131056, recipient: BUDI });
  const anew = await session.send(message(bench));

  const pauses = [...waits, anew].map((it) => (it.outcome === 'not_written' ? it.pause?.ms : it));
  expect(pauses).toEqual([6_000, 6_000, 16_000, 6_000]);
  expect(other.outcome).toBe('written');
});

test('the health check tells when the token ends, and warns once a day when that is near', async () => {
  const lines: Json[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
  let now = Date.now();
  const end = new Date(Math.floor(now / 1000) * 1000 + 6 * 86_400_000);
  const bench = await startOfficialBench({ log, healthMs: 5, clock: { now: () => new Date(now) } });
  onTestFinished(() => bench.stop());
  await bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGshort',
    expires_at: end.toISOString(),
  });
  const host = new MemoryHost();
  host.store.creds = credentials('EAAGshort');
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  const checks = async () =>
    (await bench.cloud.get('/sandbox/cloud/requests?call=debug_token')).body.data.length;
  const warnings = () => lines.filter(({ msg }) => msg === 'official.token_expires_soon').length;

  await until(async () => (await checks()) > 3, { what: 'three checks' });
  const onFirstDay = warnings();
  now += 86_400_000;
  await until(() => warnings() > 1, { what: 'the warning of the next day' });

  expect(onFirstDay).toBe(1);
  expect(host.events.filter(({ type }) => type === 'token_expiry')).toEqual([
    { type: 'token_expiry', at: end },
  ]);
});

test('the wait that the provider asks for is the one that is passed on', async () => {
  const { bench, session } = await online();
  await fault(bench, { code: 130429, retry_after_seconds: 7 });

  expect(await session.send(message(bench))).toMatchObject({ pause: { scope: 'device', ms: 7_000 } });
});

test.each([
  ['a lost answer', { accept_then_drop: true }],
  ['a reset connection', { reset: true }],
  ['a page of a proxy', { http_status: 502, raw_body: '<html>Bad gateway</html>' }],
  ['a success without id', { http_status: 200, raw_body: '{"messages":[]}' }],
])('%s leaves the outcome unknown', async (_name, effect) => {
  const { bench, session } = await online();
  await fault(bench, effect);

  expect(await session.send(message(bench))).toMatchObject({ outcome: 'unknown', code: 'outcome_unknown' });
});

test('where nobody listens nothing was written', async () => {
  const { bench, session } = await online();
  await bench.cloud.current.stop();

  expect(await session.send(message(bench))).toMatchObject({ outcome: 'not_written' });
});

test.each([
  [190, { type: 'logged_out', reason: 'token_refused' }],
  [10, { type: 'logged_out', reason: 'token_refused' }],
  [131005, { type: 'logged_out', reason: 'token_refused' }],
  [133010, { type: 'logged_out', reason: 'number_not_registered' }],
  [368, { type: 'banned', reason: 'banned' }],
  [131031, { type: 'banned', reason: 'banned' }],
] as const)('code %i ends the session once, however many messages meet it', async (code, event) => {
  const { bench, host, session } = await online();
  await fault(bench, { code, count: null });

  const outcomes = await Promise.all([1, 2, 3].map(() => session.send(message(bench))));

  await host.event(event.type);
  expect(outcomes).toMatchObject(Array(3).fill({ outcome: 'not_written', code: 'not_connected' }));
  expect(host.events.slice(1)).toEqual([event]);
  expect(await session.send(message(bench))).toMatchObject({ code: 'not_connected' });
});

test('a dead token ends the session at an upload too, and the stored one is tried first', async () => {
  const { bench, host, session } = await online();
  const { url: mediaUrl } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(fileOf('jpeg')),
  );
  await bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGnext',
    revoke_others: true,
  });
  host.store.creds = credentials('EAAGnext');

  const renewed = await prepare(session, message(bench, { type: 'image', mediaUrl }));
  await bench.cloud.post('/sandbox/cloud/tokens/revoke', { access_token: 'EAAGnext' });
  const dead = await prepare(session, message(bench, { type: 'image', mediaUrl }));
  await host.event('logged_out');

  expect([renewed.outcome, dead]).toMatchObject([
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
])('at an upload code %i means what it means at a message', async (code, outcome) => {
  const { bench, host, session } = await online();
  const { url: mediaUrl } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(fileOf('jpeg')),
  );
  await fault(bench, { call: 'media_upload', code });

  expect(await prepare(session, message(bench, { type: 'image', mediaUrl }))).toMatchObject(outcome);
  const told = host.events.slice(1);
  expect(told).toEqual(code === 131048 ? [{ type: 'restricted', reason: 'spam', until: null }] : []);
});

test('a file that anybody can fetch is left to the provider; nothing is fetched or uploaded here', async () => {
  const asked: string[] = [];
  const isPublic = async (url: string) => asked.push(url) > 0;
  const { bench, session } = await online({ isPublic });
  const mediaUrl = 'https://example.com/files/katalog%20baru.pdf?v=2';

  const prepared = await prepare(session, message(bench, { type: 'document', mediaUrl }));

  expect(asked).toEqual([mediaUrl]);
  const content = prepared.outcome === 'prepared' ? Buffer.from(prepared.content).toString() : '';
  expect(JSON.parse(content)).toEqual({ link: mediaUrl, filename: 'katalog baru.pdf' });
  const { body } = await bench.cloud.get('/sandbox/cloud/requests?call=media_upload');
  expect(body.data).toEqual([]);
});

test.each([
  ['https://93.184.216.34/a.jpg', true],
  ['http://[2606:2800:220:1::1]/a.jpg', true],
  ['https://93.184.216.34:8443/a.jpg', false],
  ['http://127.0.0.1/a.jpg', false],
  ['http://10.0.0.7/a.jpg', false],
  ['http://169.254.169.254/latest', false],
  ['http://[::ffff:127.0.0.1]/a.jpg', false],
  ['http://localhost/a.jpg', false],
  ['http://nobody.invalid/a.jpg', false],
  ['ftp://93.184.216.34/a.jpg', false],
  ['nonsense', false],
])('whether the provider can fetch %s: %s', async (url, answer) => {
  expect(await isPublicUrl(url)).toBe(answer);
});

test('sound has no caption, and choices come without what was left out', async () => {
  const { bench, session } = await online();
  const prepared = Buffer.from(JSON.stringify({ id: '1', filename: 'a.ogg' }));

  const outcome = await session.send(message(bench, { type: 'audio', body: 'tak tampak', prepared }));

  // An unknown file: but the provider has understood everything else.
  expect(outcome).toMatchObject({ outcome: 'refused', message: expect.stringContaining('media id') });
});

test('neither token nor number stands in any line of the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const { bench, host, session } = await online({ log, healthMs: 5 });
  await fault(bench, { call: 'any', code: 190, count: null });

  await session.send(message(bench));
  await host.event('logged_out');

  expect(lines.join('')).not.toContain(TOKEN);
  expect(lines.join('')).not.toContain(BUDI);
});

test('a provider that is away does not disconnect anybody', async () => {
  const { bench, host, session } = await online({ healthMs: 5 });
  await fault(bench, { call: 'phone_number', code: 2, count: 3 });

  await host.event('healthy');

  expect(host.events.map(({ type }) => type)).toEqual(['connected', 'healthy']);
  expect(await session.send(message(bench))).toMatchObject({ outcome: 'written' });
});

test.each([
  ['that is no number', { http_status: 200, raw_body: '{"id":"1"}' }],
  ['with nothing in it', { http_status: 200, raw_body: '{}' }],
  ['about a field that is not there', { code: 100, message: '(#100) Tried accessing nonexisting field' }],
])('an answer %s to a health check says nothing about the token', async (_name, odd) => {
  const { bench, host, session } = await online({ healthMs: 5 });
  await fault(bench, { call: 'phone_number', count: 3, ...odd });

  await host.event('healthy');

  expect(host.events.map(({ type }) => type)).not.toContain('logged_out');
  expect(await session.send(message(bench))).toMatchObject({ outcome: 'written' });
});

test('without credentials there is no session', async () => {
  const bench = await startOfficialBench();
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();

  bench.driver.open(host).connect();

  expect(await host.event('logged_out')).toMatchObject({ reason: 'credentials_missing' });
});
