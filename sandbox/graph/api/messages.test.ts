import { afterAll, expect, test } from 'vitest';
import { BUDI, BUSINESS, openTestCloud, PHONE_ID } from '../test-cloud.ts';

const NO_LIMITS = { messages_per_second: null, pair_rate: false };
const shared = await openTestCloud({ onEnd: afterAll, behaviour: NO_LIMITS });

const interactive = (fields: object) => ({
  type: 'interactive',
  interactive: { body: { text: 'Pilih' }, ...fields },
});
const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const buttons = (...all: object[]) => interactive({ type: 'button', action: { buttons: all } });
const row = (id: string, title = 'Baris') => ({ id, title });
const section = (title: string, ...rows: object[]) => ({ title, rows });
const list = (sections: object[], button = 'Buka') =>
  interactive({ type: 'list', action: { button, sections } });
const rows = (count: number, prefix = 'r') =>
  Array.from({ length: count }, (_, index) => row(`${prefix}${index}`));
const long = (length: number) => '👋'.repeat(length);

test('an accepted text gets an id and the statuses sent and delivered', async () => {
  const cloud = shared;

  const { status, body } = await cloud.send({
    type: 'text',
    text: { body: 'Halo 👋' },
    biz_opaque_callback_data: 'msg-17',
  });
  const id = body.messages[0].id;
  const statuses = await cloud.statusesOf(id, 2);

  expect(status).toBe(200);
  expect(body).toEqual({
    messaging_product: 'whatsapp',
    contacts: [{ input: `+${BUDI}`, wa_id: BUDI }],
    messages: [{ id: expect.stringMatching(/^wamid\.[A-Za-z0-9+/=]{30,}$/), message_status: 'accepted' }],
  });
  expect(statuses).toEqual(
    ['sent', 'delivered'].map((each) => ({
      id,
      status: each,
      timestamp: expect.stringMatching(/^\d{10}$/),
      recipient_id: BUDI,
      biz_opaque_callback_data: 'msg-17',
      pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' },
    })),
  );
});

test.each([
  ['text without a type', { text: { body: 'Halo' } }, 'text', 'Halo'],
  [
    'text of 4096 characters',
    { type: 'text', text: { body: long(4096), preview_url: true } },
    'text',
    long(4096),
  ],
  ['reply buttons', buttons(reply('1', 'Ya'), reply('2', 'Tidak')), 'interactive', 'Pilih'],
  [
    'a list of 10 rows',
    list([section('A', ...rows(5)), section('B', ...rows(5, 's'))]),
    'interactive',
    'Pilih',
  ],
  ['one section without title', list([{ rows: rows(1) }]), 'interactive', 'Pilih'],
  [
    'header and footer',
    interactive({
      type: 'button',
      header: { type: 'text', text: 'Judul' },
      footer: { text: 'Kaki' },
      action: { buttons: [reply('1', 'Ya')] },
    }),
    'interactive',
    'Pilih',
  ],
  [
    'a link button',
    interactive({
      type: 'cta_url',
      action: { name: 'cta_url', parameters: { display_text: 'Buka', url: 'https://kurir.example' } },
    }),
    'interactive',
    'Pilih',
  ],
  [
    'a request for a location',
    interactive({ type: 'location_request_message', action: { name: 'send_location' } }),
    'interactive',
    'Pilih',
  ],
  [
    'a location',
    { type: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Monas' } },
    'location',
    'Monas',
  ],
  [
    'contacts',
    { type: 'contacts', contacts: [{ name: { formatted_name: 'Ani', first_name: 'Ani' } }] },
    'contacts',
    'Ani',
  ],
  ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } }, 'reaction', '👍'],
  [
    'a reaction taken away',
    { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '' } },
    'reaction',
    '',
  ],
  [
    'a template',
    { type: 'template', template: { name: 'halo', language: { code: 'id' } } },
    'template',
    'halo',
  ],
])('%s arrives at the phone', async (_name, message, type, text) => {
  const cloud = shared;

  const { status, body } = await cloud.send(message);
  const { body: chat } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?with=${BUDI}`);

  expect(status).toBe(200);
  const { id } = body.messages[0];
  expect(chat.data.at(-1)).toMatchObject({ id, type, text, from: BUSINESS, to: BUDI, direction: 'out' });
});

test.each([
  ['no product', { messaging_product: undefined, text: { body: 'x' } }, 100],
  ['another product', { messaging_product: 'sms', text: { body: 'x' } }, 100],
  ['no receiver', { to: undefined, text: { body: 'x' } }, 100],
  ['a receiver that is not a number', { to: 'Budi', text: { body: 'x' } }, 100],
  ['a short number', { to: '+62812', text: { body: 'x' } }, 100],
  ['an unknown group', { recipient_type: 'group', text: { body: 'x' } }, 131009],
  ['another kind of recipient', { recipient_type: 'list', text: { body: 'x' } }, 100],
  ['number and id at once', { to: BUDI, recipient: 'ID.123', text: { body: 'x' } }, 100],
  ['a business-scoped id as number', { to: 'ID.1349120865', text: { body: 'x' } }, 100],
  ['an unknown business-scoped id', { recipient: 'ID.1349120865', text: { body: 'x' } }, 100],
  ['the sender itself', { to: `+${BUSINESS}`, text: { body: 'x' } }, 131021],
  ['an unknown type', { type: 'poll', poll: {} }, 131051],
  ['a type named like an object method', { type: 'constructor', constructor: {} }, 131051],
  ['a type that is not a string', { type: 7 }, 100],
  ['a type without its node', { type: 'image' }, 131008],
  ['a node that is not an object', { type: 'text', text: 'x' }, 100],
  ['text without body', { type: 'text', text: {} }, 131008],
  ['an empty body', { type: 'text', text: { body: '' } }, 100],
  ['4097 characters', { type: 'text', text: { body: long(4097) } }, 100],
  ['an odd preview_url', { type: 'text', text: { body: 'x', preview_url: 'ya' } }, 100],
  [
    '513 characters of callback data',
    { text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) },
    100,
  ],
  ['a quote without id', { text: { body: 'x' }, context: {} }, 131008],
  ['a file without id and link', { type: 'image', image: {} }, 131008],
  ['a file with id and link', { type: 'image', image: { id: '1', link: 'https://a.example/a' } }, 131008],
  ['an unknown media id', { type: 'image', image: { id: '1' } }, 100],
  ['a link that is not HTTP', { type: 'image', image: { link: 'ftp://a.example/a' } }, 100],
  ['a caption of 1025', { type: 'image', image: { link: 'https://a.example/a', caption: long(1025) } }, 100],
  ['audio with caption', { type: 'audio', audio: { link: 'https://a.example/a', caption: 'x' } }, 100],
  ['coordinates out of range', { type: 'location', location: { latitude: 91, longitude: 0 } }, 131009],
  ['a location without longitude', { type: 'location', location: { latitude: 1 } }, 131008],
  ['no contacts', { type: 'contacts', contacts: [] }, 100],
  ['contacts without name', { type: 'contacts', contacts: [{}] }, 131008],
  ['a reaction to nothing', { type: 'reaction', reaction: { emoji: 'x' } }, 131008],
  ['a template without language', { type: 'template', template: { name: 'x' } }, 131008],
  ['an unknown interactive', interactive({ type: 'carousel', action: {} }), 131009],
  ['interactive without body', { type: 'interactive', interactive: { type: 'button', action: {} } }, 131008],
  ['no action', interactive({ type: 'button' }), 131008],
  ['no buttons', buttons(), 131009],
  ['4 buttons', buttons(...['1', '2', '3', '4'].map((id) => reply(id, id))), 131009],
  ['a button title of 21', buttons(reply('1', long(21))), 131009],
  ['a button id of 257', buttons(reply('x'.repeat(257), 'Ya')), 131009],
  ['equal button titles', buttons(reply('1', 'Ya'), reply('2', 'Ya')), 131009],
  ['equal button ids', buttons(reply('1', 'Ya'), reply('1', 'Tidak')), 131009],
  [
    'a button body of 1025',
    {
      ...buttons(reply('1', 'Ya')),
      interactive: { type: 'button', body: { text: long(1025) }, action: { buttons: [reply('1', 'Ya')] } },
    },
    131009,
  ],
  ['11 rows in all', list([section('A', ...rows(6)), section('B', ...rows(5, 's'))]), 131009],
  [
    '11 sections',
    list(Array.from({ length: 11 }, (_, index) => section(`S${index}`, row(`${index}`)))),
    131009,
  ],
  ['no rows', list([section('A')]), 131009],
  ['a section title of 25', list([section(long(25), row('1'))]), 131009],
  ['two sections, one without title', list([section('A', row('1')), { rows: [row('2')] }]), 131008],
  ['a row title of 25', list([section('A', row('1', long(25)))]), 131009],
  ['a row description of 73', list([section('A', { ...row('1'), description: long(73) })]), 131009],
  ['a row id of 201', list([section('A', row('x'.repeat(201)))]), 131009],
  ['equal row ids', list([section('A', row('1'), row('1'))]), 131009],
  ['a list label of 21', list([section('A', row('1'))], long(21)), 131009],
  [
    'a header of 61',
    interactive({
      type: 'button',
      header: { type: 'text', text: long(61) },
      action: { buttons: [reply('1', 'Ya')] },
    }),
    131009,
  ],
  [
    'a picture above a list',
    interactive({ type: 'list', header: { type: 'image', image: { id: '1' } }, action: {} }),
    131009,
  ],
  [
    'a footer of 61',
    interactive({ type: 'button', footer: { text: long(61) }, action: { buttons: [reply('1', 'Ya')] } }),
    131009,
  ],
])('refuses %s', async (_name, message, code) => {
  const cloud = shared;

  const { status, body } = await cloud.send(message);

  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    message: expect.stringMatching(new RegExp(`^\\(#${code}\\) `)),
    type: 'OAuthException',
    code,
    fbtrace_id: expect.stringMatching(/^A[\w-]{22}$/),
  });
});

test('error_data describes the problem', async () => {
  const cloud = shared;

  const { body } = await cloud.send(list([section('A', ...rows(11))]));

  expect(body.error).toEqual({
    message: '(#131009) Parameter value is not valid',
    type: 'OAuthException',
    code: 131009,
    error_data: { messaging_product: 'whatsapp', details: 'Total row count exceed max allowed count: 10' },
    fbtrace_id: expect.any(String),
  });
});

test.each([['not json'], ['[]'], ['"x"'], ['{"a":']])('a body that is %s is refused', async (text) => {
  const cloud = shared;

  const { status, body } = await cloud.graph('POST', `/${PHONE_ID}/messages`, text);

  expect([status, body.error.code]).toEqual([400, 100]);
});

test('a message can be sent as a form', async () => {
  const cloud = shared;
  const form = new URLSearchParams({
    messaging_product: 'whatsapp',
    to: BUDI,
    type: 'text',
    text: JSON.stringify({ body: 'Lewat formulir' }),
  });

  const response = await fetch(`${cloud.graphUrl}/${PHONE_ID}/messages?access_token=EAAGkurirtoken1`, {
    method: 'POST',
    body: form,
  });

  expect(response.status).toBe(200);
});

test('marking a message as read also marks earlier ones', async () => {
  const cloud = shared;
  const first = await cloud.write({ text: 'satu' });
  const second = await cloud.write({ text: 'dua' });
  const read = { messaging_product: 'whatsapp', status: 'read', message_id: second };

  const { status, body } = await cloud.graph('POST', `/${PHONE_ID}/messages`, {
    ...read,
    typing_indicator: { type: 'text' },
  });
  const { body: chat } = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=in`);

  expect([status, body]).toEqual([200, { success: true }]);
  const statusOf = (id: string) => chat.data.find((message: { id: string }) => message.id === id).status;
  expect([statusOf(first), statusOf(second)]).toEqual(['read', 'read']);
});

test.each([
  ['an unknown message', { status: 'read', message_id: 'wamid.x' }, 100],
  ['no message', { status: 'read' }, 131008],
  ['another status', { status: 'delivered', message_id: 'wamid.x' }, 100],
])('marking as read refuses %s', async (_name, body, code) => {
  const cloud = shared;

  const answer = await cloud.graph('POST', `/${PHONE_ID}/messages`, {
    messaging_product: 'whatsapp',
    ...body,
  });

  expect([answer.status, answer.body.error.code]).toEqual([400, code]);
});

test('a number can contain plus, spaces and dashes, and can be an alias of a wa_id', async () => {
  const cloud = shared;
  await cloud.post('/sandbox/cloud/people', { wa_id: '551187654321', aliases: ['5511987654321'] });

  const plain = await cloud.sendText('x', BUDI);
  const written = await cloud.sendText('x', '+62 (812) 3456-7890');
  const brazil = await cloud.sendText('x', '+5511987654321');

  expect(plain.body.contacts[0]).toMatchObject({ input: BUDI, wa_id: BUDI });
  expect(written.body.contacts[0].wa_id).toBe(BUDI);
  expect(brazil.body.contacts[0]).toMatchObject({ input: '+5511987654321', wa_id: '551187654321' });
});

test('with bare_numbers `national`, a number without plus gets the country code of the sender', async () => {
  const cloud = await openTestCloud({ behaviour: { bare_numbers: 'national' } });

  const bare = await cloud.sendText('x', '81234567890');
  const full = await cloud.sendText('x', `+${BUDI}`);

  expect([bare, full].map(({ body }) => body.contacts[0].wa_id)).toEqual([BUDI, BUDI]);
});

test('a person with a hidden number is addressed and shown by business-scoped id', async () => {
  const cloud = shared;
  const { body: person } = await cloud.post('/sandbox/cloud/people', { wa_id: '628999000111', hidden: true });

  const { body } = await cloud.send({ recipient: person.user_id, type: 'text', text: { body: 'Halo' } });
  const [sent] = await cloud.statusesOf(body.messages[0].id, 1);

  expect(person.user_id).toMatch(/^ID\.\d+$/);
  expect(body.contacts).toEqual([{ input: person.user_id, user_id: person.user_id }]);
  expect(sent).toMatchObject({ recipient_user_id: person.user_id });
  expect(sent).not.toHaveProperty('recipient_id');
});
