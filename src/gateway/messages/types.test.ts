import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { messageRow } from '../../../test/harness/message-rows.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { createKey } from '../../platform/accounts/key.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { messageRoutes } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: silentLog, bodyLimit: 256 * 1024 });
registerAuth(http, ctx, { onCall: () => {} });
messageRoutes(http, ctx, noTemplates);
await http.ready();

const account = await insertAccount(ctx);
const { api_key } = await createKey(ctx, {
  accountId: account.id,
  name: 'k',
  scope: 'full',
  expiresAt: null,
});
const [economy, official] = [
  await insertDevice(ctx, account),
  await insertDevice(ctx, account, { engine: 'official_cloud' }),
].map(({ device_uuid }) => device_uuid);
const [away, offline] = [
  await insertDevice(ctx, account, { status: 'disconnected' }),
  await insertDevice(ctx, account, { engine: 'official_cloud', status: 'disconnected' }),
].map(({ device_uuid }) => device_uuid);
const NOWHERE = '11111111-1111-4111-8111-111111111111';

let keys = 0;
async function send(message: object, key?: string) {
  keys += 1;
  const answer = await http.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: `Bearer ${api_key}`, 'idempotency-key': key ?? `order-${keys}` },
    payload: { device_uuid: official, to: '081234567890', ...message },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const stored = (id: number) => messageRow(ctx, account, id);

/** Each is one character, though two UTF-16 units and four bytes. */
const letters = (count: number) => '𝒳'.repeat(count);
const button = (n: number) => ({ id: `b${n}`, title: `Tombol ${n}` });
const row = (s: number, r: number) => ({ id: `r${s}-${r}`, title: `Baris ${r}` });
const section = (s: number, rows = 1) => ({
  title: `Bagian ${s}`,
  rows: Array.from({ length: rows }, (_, r) => row(s, r)),
});
const buttons = (interactive: object = {}) => ({
  type: 'button',
  body: 'Pilih',
  interactive: { buttons: [button(1)], ...interactive },
});
const list = (interactive: object = {}) => ({
  type: 'list',
  body: 'Pilih',
  interactive: { button_text: 'Buka', sections: [section(1)], ...interactive },
});
const fieldsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
];

test.each(['image', 'document', 'audio', 'video'])(
  '%s is accepted on both engines, with and without caption',
  async (type) => {
    const media_url = 'https://example.com/berkas';

    const answers = [
      await send({ type, media_url, device_uuid: economy, body: 'Lihat' }),
      await send({ type, media_url }),
      await send({ type, media_url, body: null }),
      await send({ type, media_url, body: '' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.type])).toEqual(Array(4).fill([202, type]));
    const rows = await Promise.all(answers.map(({ body }) => stored(body.id)));
    expect(rows.map((message) => message.media_url)).toEqual(Array(4).fill(media_url));
    expect(rows.map((message) => message.body)).toEqual(['Lihat', null, null, null]);
  },
);

test.each([
  ['nothing', undefined],
  ['null', null],
  ['nothing in it', ''],
  ['no text', 5],
  ['no URL', 'berkas.pdf'],
  ['another scheme', 'ftp://example.com/a'],
  ['a local file', 'file:///etc/passwd'],
  ['a password', 'https://me:secret@example.com/a'],
  ['a space', 'https://example.com/a b'],
  ['no end', `https://example.com/${'a'.repeat(2048)}`],
])('a media address that is %s is a field error', async (_name, media_url) => {
  const answer = await send({ type: 'image', media_url });

  expect(fieldsOf(answer)).toEqual([422, ['media_url']]);
});

test('a text keeps no media address, a message without choices no choices', async () => {
  const { body } = await send({
    body: 'Halo',
    media_url: 'https://example.com/a',
    interactive: { buttons: [] },
  });

  expect(await stored(body.id)).toMatchObject({ media_url: null, interactive: null });
});

test('the answer to an unknown type lists the known ones', async () => {
  const { status, body } = await send({ type: 'gif', body: 'Halo' });

  expect(status).toBe(422);
  expect(body.errors).toEqual({
    type: [expect.stringMatching(/^must be one of text, image, .*, template, location, .*, flow$/)],
  });
});

test.each<[string, number, object, string?]>([
  ['text on economy', 65_536, { device_uuid: economy }, 'é'],
  ['text on official cloud', 4_096, {}],
  ['a caption', 1_024, { type: 'image', media_url: 'https://example.com/a' }],
  ['the text above buttons', 1_024, buttons()],
  ['the text above a list', 4_096, list()],
])('%s has at most %i code points', async (_name, max, message, letter = '𝒳') => {
  const fits = await send({ ...message, body: letter.repeat(max) });
  const long = await send({ ...message, body: letter.repeat(max + 1) });

  expect(fits.status).toBe(202);
  expect(fieldsOf(long)).toEqual([422, ['body']]);
});

test('choices are stored as they are used: what is absent, blank or unknown is left out', async () => {
  const { status, body } = await send(
    buttons({ header: 'Toko', footer: ' ', sections: 'unused', buttons: [{ ...button(1), color: 'red' }] }),
  );

  expect(status).toBe(202);
  expect((await stored(body.id)).interactive).toEqual({ header: 'Toko', buttons: [button(1)] });
});

test.each([
  [
    'three buttons of the greatest lengths',
    buttons({ buttons: [1, 2, 3].map((n) => ({ id: `${n}`.repeat(256), title: letters(20) })) }),
  ],
  ['equal titles', buttons({ buttons: [1, 2].map((n) => ({ id: `b${n}`, title: 'Ya' })) })],
  ['equal ids', buttons({ buttons: [1, 2].map((n) => ({ id: 'b', title: `B${n}` })) })],
  ['equal row ids', list({ sections: [section(1), { title: 'B', rows: [row(1, 0)] }] })],
  ['header and footer of 60', buttons({ header: letters(60), footer: letters(60) })],
  ['null for optional parts', buttons({ header: null, footer: null })],
  ['ten sections of ten rows', list({ sections: Array.from({ length: 10 }, (_, s) => section(s, 10)) })],
  ['one section without title', list({ sections: [{ rows: [row(1, 1)] }] })],
  [
    'a list of the greatest lengths',
    list({
      button_text: letters(20),
      sections: [
        { title: letters(24), rows: [{ id: letters(200), title: letters(24), description: letters(72) }] },
      ],
    }),
  ],
])('%s: accepted', async (_name, message) => {
  const { status } = await send(message);

  expect(status).toBe(202);
});

test.each<[string, object, string[]]>([
  ['no choices', { type: 'button', body: 'Pilih' }, ['interactive']],
  ['null choices', { type: 'list', body: 'Pilih', interactive: null }, ['interactive']],
  ['choices that are text', { type: 'list', body: 'Pilih', interactive: 'ya' }, ['interactive']],
  ['no buttons', { type: 'button', body: 'Pilih', interactive: {} }, ['interactive.buttons']],
  ['an empty row of buttons', buttons({ buttons: [] }), ['interactive.buttons']],
  ['four buttons', buttons({ buttons: [1, 2, 3, 4].map(button) }), ['interactive.buttons']],
  ['no id', buttons({ buttons: [{ title: 'Ya' }] }), ['interactive.buttons.0.id']],
  ['a blank title', buttons({ buttons: [{ id: 'a', title: ' ' }] }), ['interactive.buttons.0.title']],
  ['a long id', buttons({ buttons: [{ id: letters(257), title: 'Ya' }] }), ['interactive.buttons.0.id']],
  [
    'a long title',
    buttons({ buttons: [button(1), { id: 'a', title: letters(21) }] }),
    ['interactive.buttons.1.title'],
  ],
  ['a long header', buttons({ header: letters(61) }), ['interactive.header']],
  ['a long footer', list({ footer: letters(61) }), ['interactive.footer']],
  ['NUL in a title', buttons({ buttons: [{ id: 'a', title: 'a\0' }] }), ['interactive.buttons.0.title']],
  ['half a character', list({ header: '\ud800' }), ['interactive.header']],
  ['no button text', list({ button_text: undefined }), ['interactive.button_text']],
  ['a long button text', list({ button_text: letters(21) }), ['interactive.button_text']],
  ['no sections', list({ sections: undefined }), ['interactive.sections']],
  ['an empty list', list({ sections: [] }), ['interactive.sections']],
  [
    'eleven sections',
    list({ sections: Array.from({ length: 11 }, (_, s) => section(s)) }),
    ['interactive.sections'],
  ],
  ['an empty section', list({ sections: [section(1, 0)] }), ['interactive.sections.0.rows']],
  ['eleven rows', list({ sections: [section(1, 11)] }), ['interactive.sections.0.rows']],
  [
    'a long section title',
    list({ sections: [{ ...section(1), title: letters(25) }] }),
    ['interactive.sections.0.title'],
  ],
  [
    'sections without title',
    list({ sections: [section(1), { rows: [row(2, 1)] }] }),
    ['interactive.sections.1.title'],
  ],
  [
    'a long row id',
    list({ sections: [{ rows: [{ id: letters(201), title: 'a' }] }] }),
    ['interactive.sections.0.rows.0.id'],
  ],
  [
    'a long row title',
    list({ sections: [{ rows: [{ id: 'a', title: letters(25) }] }] }),
    ['interactive.sections.0.rows.0.title'],
  ],
  [
    'a long description',
    list({ sections: [{ rows: [row(1, 1), row(1, 2), { ...row(1, 3), description: letters(73) }] }] }),
    ['interactive.sections.0.rows.2.description'],
  ],
  [
    'everything at once',
    {
      ...buttons({
        header: letters(61),
        buttons: [{ id: '', title: letters(21) }, button(2), button(2), button(3)],
      }),
      body: letters(1025),
    },
    [
      'body',
      'interactive.header',
      'interactive.buttons.0.id',
      'interactive.buttons.0.title',
      'interactive.buttons',
    ],
  ],
])('%s: refused, naming the field', async (_name, message, fields) => {
  const answer = await send(message);

  expect(fieldsOf(answer)).toEqual([422, fields]);
});

test('a list of many empty rows is a field error', async () => {
  const sections = [{ rows: Array(1_000).fill({}) }];

  const answer = await send({ type: 'list', body: 'Menu', interactive: { button_text: 'Menu', sections } });

  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveProperty(['interactive.sections.0.rows'], ['must have at most 10 items']);
});

test('a body of more values than any message has is a field error', async () => {
  const sections = [{ rows: Array(80_000).fill({}) }];

  const answer = await send({ type: 'list', body: 'Menu', interactive: { button_text: 'Menu', sections } });

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['body']]);
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['blank', ' \n'],
])('a body that is %s is required by buttons and lists', async (_name, body) => {
  const answers = [await send({ ...buttons(), body }), await send({ ...list(), body })];

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 422, body: { error: 'interactive_body_required' } });
  }
});

test('the checks come in the order of the contract: each answer reports the first problem', async () => {
  const wrong = { type: 'button', body: undefined, interactive: { buttons: [] } };

  const answers = [
    await send({ ...wrong, body: 5, to: '1', device_uuid: NOWHERE }),
    await send({ ...wrong, to: '1', device_uuid: NOWHERE }),
    await send({ ...wrong, device_uuid: NOWHERE }),
    await send({ ...wrong, device_uuid: away }),
    await send({ ...wrong, device_uuid: offline }),
    await send({ ...wrong, body: 'Pilih', device_uuid: offline }),
    await send({ ...buttons(), device_uuid: offline }),
  ];

  expect(answers.map(({ body }) => body.error ?? Object.keys(body.errors))).toEqual([
    ['body'],
    'invalid_phone',
    'device_not_found',
    'interactive_not_supported',
    'interactive_body_required',
    ['interactive.buttons'],
    'device_disconnected',
  ]);
});

test('the replay of a choice is no mismatch, another choice under the key is', async () => {
  const first = await send(buttons(), 'menu');

  const again = await send(buttons(), 'menu');
  const other = await send(buttons({ buttons: [button(2)] }), 'menu');
  const elsewhere = await send({ ...buttons(), device_uuid: economy }, 'menu');

  expect([again, other, elsewhere].map(({ body }) => body.id)).toEqual(Array(3).fill(first.body.id));
  expect(again.headers).not.toHaveProperty('idempotency-mismatch');
  expect(other.headers['idempotency-mismatch']).toBe('true');
  expect(elsewhere.headers['idempotency-mismatch']).toBe('true');
});

test('another media address under a key is a mismatch', async () => {
  await send({ type: 'image', media_url: 'https://example.com/a' }, 'photo');

  const other = await send({ type: 'image', media_url: 'https://example.com/b' }, 'photo');

  expect(other.headers['idempotency-mismatch']).toBe('true');
});
