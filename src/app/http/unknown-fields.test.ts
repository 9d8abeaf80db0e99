import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { type Route, routesOf } from '../../../test/harness/routes.ts';
import { openService } from '../../../test/harness/service.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
const ctx = await testContext({ parts: { log }, cleanup: afterAll });
const service = await openService(ctx);

const loggedFor = (accountId: number) =>
  lines
    .filter(({ msg, account_id }) => msg === 'http.unknown_field' && account_id === accountId)
    .map(({ route, field }) => `${route} ${field}`);

const BUTTONS = {
  ...{ type: 'button', body: 'Pilih' },
  interactive: { heder: 'Toko', buttons: [{ id: '1', title: 'Ya', titel: 'x' }] },
};

test.each([
  ['a misspelled field', { txet: 'Halo' }, 202, 'unknown field "txet"'],
  ['several of them', { txet: 1, bdoy: null }, 202, 'unknown fields "txet", "bdoy"'],
  ['a body that is refused, too', { body: undefined, txet: 'Halo' }, 422, 'unknown field "txet"'],
  [
    'fields of the choices',
    BUTTONS,
    422,
    'unknown fields "interactive.heder", "interactive.buttons.0.titel"',
  ],
  ['a field of another type', { interactive: { header: 'Toko' } }, 202, undefined],
  [
    'keys that reach a prototype',
    JSON.parse('{"__proto__": {"x": 1}, "constructor": {"prototype": 1}}'),
    202,
    'unknown fields "__proto__", "constructor"',
  ],
  ['none', {}, 202, undefined],
])('POST /v1/messages warns of %s', async (_name, body, status, warning) => {
  const { send } = await service.customer();

  const answer = await send(body);

  expect([answer.status, answer.headers['x-kurir-warning']]).toEqual([status, warning]);
});

test.each([
  ['POST', '/v1/contacts', { phone: '081234567890', nmae: 'Budi' }, 201, 'unknown field "nmae"'],
  ['POST', '/v1/devices', { label: 'Kasir', official_phone_number_id: '1' }, 201, undefined],
  ['POST', '/v1/broadcasts/7/resume', { force: true }, 404, 'unknown field "force"'],
  ['PUT', '/v1/opt-out-words', { opt_out_words: ['STOP'], words: [] }, 200, 'unknown field "words"'],
])('%s %s %j is warned of', async (method, path, body, status, warning) => {
  const { api } = await service.customer({ max_devices: 1_000 });

  const answer = await api(method, path, body);

  expect([answer.status, answer.headers['x-kurir-warning']]).toEqual([status, warning]);
});

const LOST = 'is not known here and would be lost: it belongs to';
const RULE = { kind: 'away', name: 'Tutup', replies: [{ type: 'text', body: 'Kami tutup.' }] };

test.each([
  ['POST', '/v1/auto-replies', RULE],
  ['POST', '/v1/canned-replies', { shortcut: 'halo', title: 'Halo', body: 'Halo' }],
  ['POST', '/v1/knowledge/faqs', { answer: 'Jam 8.', question: 'Jam buka?' }],
  ['POST', '/v1/flows', { name: 'Ukuran' }],
  ['PATCH', '/v1/assistant', { enabled: true }],
])('%s %s refuses one device in place of a list, which would be for all', async (method, path, body) => {
  const { api, deviceUuid } = await service.customer();

  const answer = await api(method, path, { ...body, device_uuid: deviceUuid });

  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { device_uuid: ['is not known: use device_uuids, a list'] },
  ]);
});

/** A body without problems for each call that sends, and those that keep what is sent later. */
const BODIES: Record<string, object> = {
  'POST /v1/messages': { to: '081234567890', body: 'Halo' },
  'POST /v1/messages/:id/edit': { body: 'Halo' },
  'POST /v1/conversations/:id/messages': { body: 'Halo' },
  'POST /v1/broadcasts': { name: 'Promo', message_template: 'Halo', tags: ['vip'] },
  'PATCH /v1/broadcasts/:id': { name: 'Promo' },
  'POST /v1/broadcasts/test': { to: '081234567890', message_template: 'Halo' },
  'POST /v1/broadcasts/preview': { message_template: 'Halo', tags: ['vip'] },
  'POST /v1/auto-replies': RULE,
  'PATCH /v1/auto-replies/:id': { name: 'Tutup' },
  'POST /v1/canned-replies': { shortcut: 'halo', title: 'Halo', body: 'Halo' },
  'PATCH /v1/canned-replies/:id': { title: 'Halo' },
  'POST /v1/flows': { name: 'Ukuran' },
  'PATCH /v1/flows/:id': { name: 'Ukuran' },
};
/** Neither what is sent nor to whom. */
const HARMLESS = ['actor', 'email', 'name', 'phone'];
const ofKeys = routesOf(service.http).filter(
  ({ url, sends }) => sends !== undefined && url.startsWith('/v1/'),
);
const sentFields = new Set(
  ofKeys
    .filter(({ sends }) => sends !== 'later')
    .flatMap(({ known }) => known)
    .filter((field) => !HARMLESS.includes(field)),
);
const checked = ofKeys.filter(({ sends }) => sends !== 'recipients');

test('every call whose body has content of a message is one of those that refuse such fields', () => {
  const content = ['media_url', 'interactive', 'message_template', 'replies'];
  const isUnmarked = ({ sends, known }: Route) => !sends && known.some((name) => content.includes(name));

  expect(routesOf(service.http).filter(isUnmarked)).toEqual([]);
  expect(checked.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(BODIES).sort());
  expect([...sentFields]).toEqual(
    expect.arrayContaining([
      ...['to', 'type', 'media_url', 'interactive', 'template', 'quote', 'message_template'],
      ...['tags', 'contact_ids', 'scheduled_at', 'tags_add', 'tags_remove'],
    ]),
  );
});

test.each(checked)(
  '$method $url refuses each field of another call that says what is sent',
  async (route) => {
    const { api, deviceUuid } = await service.customer();
    const { method, url, known } = route;
    // `device_uuid` in place of a list has its own error.
    const isOwn = (field: string) => known.includes(field) || known.includes(`${field}s`);
    const lost = [...sentFields].filter((field) => !isOwn(field));
    // Behind more ignored fields than the header names.
    const ignored = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x${n}`, n]));
    const device = known.includes('device_uuid') ? { device_uuid: deviceUuid } : {};
    const body = { ...ignored, ...BODIES[`${method} ${url}`], ...device };
    const call = (more: string[], value: unknown) =>
      api(
        method,
        url.replace(/:\w+/, deviceUuid),
        { ...body, ...Object.fromEntries(more.map((field) => [field, value])) },
        { 'idempotency-key': `k-${value}` },
      );

    const refused = await call(lost, 'x');
    const unused = await call(lost, null);

    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, lost]);
    expect(unused.body?.errors).toBeUndefined();
  },
);

test.each([
  [
    'POST',
    '/v1/broadcasts',
    { name: 'Promo', message_template: 'Halo', tags: ['vip'], interactive: { footer: 'Toko' } },
    { interactive: [`${LOST} POST /v1/messages, POST /v1/conversations/{id}/messages`] },
  ],
  [
    'POST',
    '/v1/auto-replies',
    { ...RULE, replies: [{ type: 'text', body: 'Halo', quote: 7 }] },
    { 'replies.0.quote': [`${LOST} POST /v1/messages, POST /v1/conversations/{id}/messages`] },
  ],
])('%s %s %j says where the field belongs', async (method, path, body, errors) => {
  const { api, deviceUuid } = await service.customer();

  const answer = await api(
    method,
    path,
    path === '/v1/broadcasts' ? { ...body, device_uuid: deviceUuid } : body,
  );

  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});

test('POST /v1/messages reports such a field in the order of its checks', async () => {
  const { api, send, account, deviceUuid } = await service.customer({ rate_per_minute: 2 });
  const message = { device_uuid: deviceUuid, to: '081234567890', body: 'Halo' };

  const withoutKey = await api('POST', '/v1/messages', { ...message, scheduled_at: '2026-01-01' });
  const withKey = await send({ scheduled_at: '2026-01-01' }, { 'idempotency-key': 'a' });
  const overLimit = await send({ scheduled_at: '2026-01-01' }, { 'idempotency-key': 'a' });

  expect([withoutKey.body.error, withKey.body.errors, overLimit.body.error]).toEqual([
    'idempotency_key_required',
    { scheduled_at: [`${LOST} POST /v1/broadcasts`] },
    'rate_limited',
  ]);
  expect(withKey.headers['x-ratelimit-remaining']).toBe('0');
  expect(loggedFor(account.id)).toEqual(['POST /v1/messages scheduled_at']);
});

test.each([
  ['/v1/conversations?unraed=true', 200, 'unknown parameter "unraed"'],
  ['/v1/conversations?unread=true&limit=1', 200, undefined],
  ['/v1/conversations?unread=maybe&page=2&offset=0', 422, 'unknown parameters "page", "offset"'],
  ['/v1/devices?a%0d%0ab=1', 200, 'unknown parameter "a??b"'],
])('GET %s is warned of', async (path, status, warning) => {
  const { api, account } = await service.customer();

  const answer = await api('GET', path);

  expect([answer.status, answer.headers['x-kurir-warning']]).toEqual([status, warning]);
  expect(loggedFor(account.id).every((line) => line.startsWith('GET /v1/conversations '))).toBe(true);
});

test('an answer warns each time, and the log once per account, route and field', async () => {
  const [one, other] = [await service.customer(), await service.customer()];

  const answers = [await one.send({ txet: 1 }), await one.send({ txet: 1, bdoy: 1 })];
  await one.api('POST', '/v1/contacts', { phone: '081234567890', txet: 1 });
  await other.send({ txet: 1 });

  expect(answers.map(({ headers }) => headers['x-kurir-warning'])).toEqual([
    'unknown field "txet"',
    'unknown fields "txet", "bdoy"',
  ]);
  const messages = 'POST /v1/messages';
  expect(loggedFor(one.account.id)).toEqual([
    `${messages} txet`,
    `${messages} bdoy`,
    'POST /v1/contacts txet',
  ]);
  expect(loggedFor(other.account.id)).toEqual([`${messages} txet`]);
});

test.each([
  ['a line break', 'a\r\nset-cookie: x', 'unknown field "a??set-cookie: x"'],
  ['quotes', 'a"\\b', 'unknown field "a??b"'],
  ['letters beyond ASCII', 'naïve', 'unknown field "na?ve"'],
  ['an endless name', 'x'.repeat(5_000), `unknown field "${'x'.repeat(40)}..."`],
  ['no name', '', 'unknown field ""'],
])('%s in the name of a field does no harm', async (_name, field, warning) => {
  const { send } = await service.customer();

  const answer = await send({ [field]: 1 });

  expect([answer.status, answer.headers['x-kurir-warning']]).toEqual([202, warning]);
});

test.each(['kurir_abc_secret', 'Rahasia', '6281234567890', 'x'.repeat(5_000), 'a b'])(
  'the log does not repeat %j, which is no name of a field',
  async (field) => {
    const { send, account } = await service.customer();

    await send({ [field]: 1 });

    expect(loggedFor(account.id)).toEqual([]);
  },
);

test('many unknown fields have a short header and few lines', async () => {
  const { send, account } = await service.customer();
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));

  const answer = await send(body);
  for (let sent = 0; sent < 60; sent += 1) await send({ [`g${sent}`]: 1 });

  expect(answer.headers['x-kurir-warning']).toBe('unknown fields "f0", "f1", "f2", "f3", "f4" and more');
  expect(loggedFor(account.id)).toHaveLength(50);
});
