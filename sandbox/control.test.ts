import { type RequestOptions, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN, type OnEnd, openTestSandbox } from './test-sandbox.ts';

const CONTROL = { 'x-sandbox-control': CONTROL_TOKEN };
const ANI = '6281300000001';
const BUDI = '6281300000002';
const UNKNOWN = '6281300000009';
const LONE_SURROGATE = String.raw`{"to":"${BUDI}","text":"a\ud800b"}`;

async function twoPhones(onEnd?: OnEnd) {
  const sandbox = await openTestSandbox(onEnd ? { onEnd } : {});
  await sandbox.post('/sandbox/phones', { number: ANI, name: 'Ani' });
  await sandbox.post('/sandbox/phones', { number: BUDI });
  return sandbox;
}

const shared = await twoPhones(afterAll);

/** `fetch` sends no other Host. */
function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(options, (answer) => resolve(answer.resume().statusCode));
    asked.on('error', reject).end();
  });
}

test('returns the addresses of the networks and the trusted root key', async () => {
  const sandbox = shared;
  const { port, trustRoot, whatsappUrl, graphUrl } = sandbox.current;

  const answer = await sandbox.get('/sandbox');

  expect(answer).toEqual({
    status: 200,
    body: {
      whatsapp_url: `ws://127.0.0.1:${port}/ws/chat`,
      graph_url: `http://127.0.0.1:${port}/graph`,
      trust_root: trustRoot,
    },
  });
  expect([whatsappUrl, graphUrl]).toEqual([answer.body.whatsapp_url, answer.body.graph_url]);
  expect(Buffer.from(trustRoot, 'base64')).toHaveLength(32);
});

test.each([['wrong'], ['']])('a call with the control token %j is refused', async (token) => {
  const sandbox = shared;

  const answer = await sandbox.get('/sandbox', { 'x-sandbox-control': token });

  expect(answer).toEqual({ status: 403, body: { error: 'forbidden', message: expect.any(String) } });
});

const PATHS = ['/sandbox', '/graph/v25.0/1', `/mms/image/${'a'.repeat(43)}`];

test.each([
  ['a page of another port', { origin: 'http://127.0.0.1:3000' }],
  ['a page without origin', { origin: 'null' }],
  ['a rebound page', { host: 'evil.example', origin: 'http://evil.example' }],
])('%s reaches nothing: no control, no Graph API, no file, no phone network', async (_name, headers) => {
  const { port } = shared.current;
  const ask = (path: string) => statusOf({ port, path, headers: { ...CONTROL, ...headers } });
  const socket = { connection: 'upgrade', upgrade: 'websocket' };

  const answers = await Promise.all(PATHS.map(ask));
  const chat = await statusOf({ port, path: '/ws/chat', headers: { ...socket, ...headers } }).catch(String);

  expect(answers).toEqual([403, 403, 403]);
  expect(chat).toBe('Error: socket hang up');
});

test('a rebound name reaches no control, no Graph API and no file, also without Origin', async () => {
  const { port } = shared.current;
  const ask = (path: string) => statusOf({ port, path, headers: { ...CONTROL, host: 'evil.example' } });

  const answers = await Promise.all(PATHS.map(ask));

  expect(answers).toEqual([403, 403, 403]);
});

test('a phone is created once, in any spelling of its number', async () => {
  const sandbox = await openTestSandbox();

  const first = await sandbox.post('/sandbox/phones', { number: '+62 813-0000-0001', name: 'Ani' });
  const again = await sandbox.post('/sandbox/phones', { number: ANI });

  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(first.body).toEqual({
    number: ANI,
    name: 'Ani',
    lid: expect.stringMatching(/^\d{15}$/),
    line: 'up',
    typing: [],
    companions: [],
  });
  expect((await sandbox.get('/sandbox/phones')).body).toEqual({ data: [first.body] });
});

test('phones write to each other', async () => {
  const sandbox = await twoPhones();

  const sent = await sandbox.post(`/sandbox/phones/${ANI}/messages`, { to: BUDI, text: 'Halo' });
  const read = await sandbox.post(`/sandbox/phones/${BUDI}/read`, sent.body);

  const message = { ...sent.body, from: ANI, to: BUDI, type: 'text', text: 'Halo', copies: 1 };
  expect([sent.status, read.status]).toEqual([201, 200]);
  expect(await sandbox.messagesOf(ANI)).toEqual([{ ...message, direction: 'out', at: expect.any(String) }]);
  expect(await sandbox.messagesOf(BUDI)).toEqual([{ ...message, direction: 'in', at: expect.any(String) }]);
});

test.each([
  ['NUL', 'a\u0000b'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['SQL', "'); drop table messages; --"],
  ['direction marks', '\u202eabc\u2066'],
  ['white space', ' \n\t '],
])('a hostile text arrives unchanged: %s', async (_name, text) => {
  const sandbox = shared;

  await sandbox.post(`/sandbox/phones/${ANI}/messages`, { to: BUDI, text });

  expect((await sandbox.messagesOf(BUDI)).at(-1)).toMatchObject({ text });
});

test('messages can be read in pages', async () => {
  const sandbox = await twoPhones();
  for (const text of ['1', '2', '3']) {
    await sandbox.post(`/sandbox/phones/${ANI}/messages`, { to: BUDI, text });
  }
  const route = `/sandbox/phones/${BUDI}/messages`;

  const first = await sandbox.get(`${route}?limit=2`);
  const next = await sandbox.get(`${route}?limit=2&after=${first.body.data[1].wa_message_id}`);

  expect(first.body.data.map(({ text }: { text: string }) => text)).toEqual(['1', '2']);
  expect(next.body.data.map(({ text }: { text: string }) => text)).toEqual(['3']);
});

const to = BUDI;
const file = { data: 'AAAA' };

test('a number that is not on the sandbox is named with the command that switches it on', async () => {
  const sandbox = shared;
  const answers = await Promise.all([
    sandbox.post(`/sandbox/phones/${UNKNOWN}/messages`, { to, text: 'x' }),
    sandbox.post(`/sandbox/phones/${ANI}/messages`, { to: UNKNOWN, text: 'x' }),
  ]);

  const text = `The sandbox has no phone with the number ${UNKNOWN}. Switch it on: ./kurir sandbox phone ${UNKNOWN}`;
  expect(answers.map(({ body }) => body)).toMatchObject(Array(2).fill({ message: text }));
});

test.each<[string, string, unknown, number, string]>([
  ['broken JSON', '/sandbox/phones', '{"number":', 400, 'invalid_json'],
  ['a body that is not an object', '/sandbox/phones', '[]', 422, 'invalid_request'],
  ['no number', '/sandbox/phones', {}, 422, 'invalid_request'],
  ['a short number', '/sandbox/phones', { number: '1234567' }, 422, 'invalid_request'],
  ['a number that is not a string', '/sandbox/phones', { number: 6281300000001 }, 422, 'invalid_request'],
  ['an unknown field', '/sandbox/phones', { number: ANI, nmae: 'Ani' }, 422, 'invalid_request'],
  ['scanning without a code', `/sandbox/phones/${ANI}/scan`, {}, 422, 'invalid_request'],
  ['scanning with an invalid number', '/sandbox/phones/abc/scan', { qr: 'x' }, 422, 'invalid_request'],
  [
    'writing from an unknown number',
    `/sandbox/phones/${UNKNOWN}/messages`,
    { to, text: 'x' },
    404,
    'phone_not_found',
  ],
  [
    'writing from an invalid number',
    '/sandbox/phones/abc/messages',
    { to, text: 'x' },
    404,
    'phone_not_found',
  ],
  [
    'writing to an unknown number',
    `/sandbox/phones/${ANI}/messages`,
    { to: UNKNOWN, text: 'x' },
    404,
    'phone_not_found',
  ],
  ['writing nothing', `/sandbox/phones/${ANI}/messages`, { to }, 422, 'invalid_request'],
  ['an empty text', `/sandbox/phones/${ANI}/messages`, { to, text: '' }, 422, 'invalid_request'],
  ['two contents', `/sandbox/phones/${ANI}/messages`, { to, text: 'x', image: file }, 422, 'invalid_request'],
  ['an unpaired surrogate', `/sandbox/phones/${ANI}/messages`, LONE_SURROGATE, 422, 'invalid_request'],
  ['invalid base64', `/sandbox/phones/${ANI}/messages`, { to, image: { data: '%' } }, 422, 'invalid_request'],
  [
    'an unknown addressing',
    `/sandbox/phones/${ANI}/messages`,
    { to, text: 'x', addressing: 'x' },
    422,
    'invalid_request',
  ],
  [
    'reading an unknown message',
    `/sandbox/phones/${ANI}/read`,
    { wa_message_id: 'x' },
    404,
    'message_not_found',
  ],
  ['reading without an id', `/sandbox/phones/${ANI}/read`, {}, 422, 'invalid_request'],
  ['dropping an unknown number', `/sandbox/numbers/${UNKNOWN}/drop`, {}, 404, 'phone_not_found'],
  ['banning an unknown number', `/sandbox/numbers/${UNKNOWN}/ban`, {}, 404, 'phone_not_found'],
  ['a logout of an unpaired number', `/sandbox/numbers/${ANI}/logout`, {}, 409, 'not_paired'],
  ['an unknown action', `/sandbox/numbers/${ANI}/explode`, {}, 404, 'not_found'],
  ['faults for an unknown number', `/sandbox/numbers/${UNKNOWN}/faults`, {}, 404, 'phone_not_found'],
  ['an unknown fault', `/sandbox/numbers/${ANI}/faults`, { fire: true }, 422, 'invalid_request'],
  ['a fault of the wrong kind', `/sandbox/numbers/${ANI}/faults`, { ack_error: 463 }, 422, 'invalid_request'],
  ['an invalid close code', '/sandbox/faults', { close: { code: 'x' } }, 422, 'invalid_request'],
])('refuses %s', async (_name, route, body, status, error) => {
  const sandbox = shared;

  const answer = await sandbox.post(route, body);

  expect(answer).toEqual({ status, body: { error, message: expect.any(String) } });
});

test.each([
  ['12', 'must have 8 to 15 digits'],
  ['6'.repeat(23), 'must have 8 to 15 digits'],
  ['120363041234567@g.us', 'must be a number, not the address of a chat'],
])('the error for the phone %s names the field', async (number, text) => {
  const sandbox = shared;

  const answer = await sandbox.post('/sandbox/phones', { number });

  expect(answer.body.message).toBe(`number: ${text}`);
});

test.each([
  ['/sandbox/phones/6281300000009', 404, 'phone_not_found'],
  ['/sandbox/phones/6281300000009/messages', 404, 'phone_not_found'],
  [`/sandbox/phones/${ANI}/messages?limit=0`, 422, 'invalid_request'],
  [`/sandbox/phones/${ANI}/messages?after=x`, 404, 'message_not_found'],
  [`/sandbox/phones/${ANI}/messages/x/media`, 404, 'message_not_found'],
  ['/sandbox/nothing', 404, 'not_found'],
  ['/nothing', 404, 'not_found'],
  ['/sandbox/phones/%E0%A4%A', 404, 'not_found'],
])('GET %s answers %i', async (route, status, error) => {
  const sandbox = shared;

  const answer = await sandbox.get(route);

  expect(answer).toEqual({ status, body: { error, message: expect.any(String) } });
});

test('a body without JSON is refused, an empty one is an empty object', async () => {
  const sandbox = await twoPhones();
  const call = (type: string, body: string) =>
    fetch(`${sandbox.current.url}/sandbox/numbers/${ANI}/drop`, {
      method: 'POST',
      headers: { 'x-sandbox-control': CONTROL_TOKEN, 'content-type': type },
      body,
    });

  const form = await call('text/plain', 'x');
  const empty = await call('application/json', '');

  expect([form.status, empty.status]).toEqual([415, 200]);
});

test('a body that is too large is refused', async () => {
  const sandbox = shared;

  const answer = await sandbox.post('/sandbox/phones', { number: ANI, name: 'x'.repeat(2_000_000) });

  expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
});
