import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { BUDI, BUSINESS, openTestCloud, PHONE_ID, type TestCloud } from '../test-cloud.ts';

const shared = await openTestCloud({ onEnd: afterAll });
const chat = `/sandbox/cloud/numbers/${PHONE_ID}`;

async function inboundOf(cloud: TestCloud, message: object) {
  const id = await cloud.write(message);
  return until(() => cloud.inbound().find((each) => each.id === id));
}

test.each([
  ['text', { text: 'Halo' }, { text: { body: 'Halo' } }],
  [
    'location',
    { location: { latitude: -6, longitude: 106.8, name: 'Monas' } },
    { location: { latitude: -6, longitude: 106.8, name: 'Monas' } },
  ],
  [
    'contacts',
    { contacts: [{ name: { formatted_name: 'Ani' }, phones: [{ phone: '+62 1' }] }] },
    { contacts: [{ name: { formatted_name: 'Ani' }, phones: [{ phone: '+62 1' }] }] },
  ],
  ['button', { button: { payload: 'YA', text: 'Ya' } }, { button: { payload: 'YA', text: 'Ya' } }],
  [
    'reaction',
    { reaction: { message_id: 'wamid.x', emoji: '👍' } },
    { reaction: { message_id: 'wamid.x', emoji: '👍' } },
  ],
  ['reaction', { reaction: { message_id: 'wamid.x', emoji: null } }, { reaction: { message_id: 'wamid.x' } }],
  [
    'order',
    { order: { catalog_id: '1', text: 'Pesan', product_items: [{ quantity: 2 }] } },
    { order: { catalog_id: '1', text: 'Pesan', product_items: [{ quantity: 2 }] } },
  ],
  [
    'unsupported',
    { unsupported: { type: 'poll_creation' } },
    { unsupported: { type: 'poll_creation' }, errors: [expect.objectContaining({ code: 131051 })] },
  ],
  [
    'interactive',
    { button_reply: { id: 'y', title: 'Ya' } },
    { interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Ya' } } },
  ],
  [
    'interactive',
    { list_reply: { id: 'r', title: 'R', description: 'd' } },
    { interactive: { type: 'list_reply', list_reply: { id: 'r', title: 'R', description: 'd' } } },
  ],
  ['request_welcome', { raw: { type: 'request_welcome' } }, {}],
])('sends a message of type %s (%j)', async (type, message, expected) => {
  const cloud = shared;

  const body = await inboundOf(cloud, message);

  expect(body).toEqual({
    from: BUDI,
    from_user_id: expect.any(String),
    id: expect.any(String),
    timestamp: expect.any(String),
    type,
    ...expected,
  });
});

test.each([
  ['image', { caption: 'gambar' }, { mime_type: 'image/jpeg', caption: 'gambar' }],
  ['video', {}, { mime_type: 'video/mp4' }],
  ['audio', { voice: true }, { mime_type: 'audio/ogg; codecs=opus', voice: true }],
  [
    'document',
    { file_name: 'a.pdf', mimetype: 'application/pdf' },
    { mime_type: 'application/pdf', filename: 'a.pdf' },
  ],
  ['sticker', { animated: true }, { mime_type: 'image/webp', animated: true }],
])('%s: the business finds the file by its id, with its token', async (type, fields, expected) => {
  const cloud = shared;
  const bytes = Buffer.from(`isi ${type}`);

  const body = await inboundOf(cloud, { [type]: { data: bytes.toString('base64'), ...fields } });
  const node = body[type];
  const { body: found } = await cloud.graph('GET', `/${node.id}`);
  const { body: file } = await cloud.graph('GET', found.url);

  const hash = createHash('sha256').update(bytes);
  expect(node).toEqual({
    id: expect.stringMatching(/^\d{15}$/),
    sha256: hash.digest('base64'),
    url: expect.stringContaining(`${cloud.current.graphUrl}/whatsapp_business/attachments/?mid=${node.id}`),
    ...expected,
  });
  expect(file).toEqual(bytes);
});

test('a tap contains the title of the choice and the id of the message', async () => {
  const cloud = shared;
  const { body: buttons } = await cloud.send({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Setuju?' },
      action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Ya, setuju' } }] },
    },
  });
  const { body: list } = await cloud.send({
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Pilih' },
      action: { button: 'Buka', sections: [{ rows: [{ id: 'r1', title: 'Satu', description: 'Pertama' }] }] },
    },
  });

  const tapped = await inboundOf(cloud, { button_reply: { id: 'y' }, message_id: buttons.messages[0].id });
  const picked = await inboundOf(cloud, { tap: 'r1', message_id: list.messages[0].id });
  const missed = await cloud.post(`${chat}/messages`, {
    from: BUDI,
    button_reply: { id: 'no' },
    message_id: buttons.messages[0].id,
  });

  expect(tapped).toMatchObject({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Ya, setuju' } },
    context: { from: BUSINESS, id: buttons.messages[0].id },
  });
  expect(picked.interactive.list_reply).toEqual({ id: 'r1', title: 'Satu', description: 'Pertama' });
  expect([missed.status, missed.body.error]).toEqual([404, 'choice_not_found']);
});

test.each<[string, object, string, object]>([
  [
    'a place, where the business asked for one',
    { type: 'location_request_message', body: { text: 'Ke mana?' }, action: { name: 'send_location' } },
    'location',
    { type: 'location', location: { name: 'Rumah', latitude: -6.9175 } },
  ],
  [
    'the answers of a form',
    {
      ...{ type: 'flow', body: { text: 'Isi' } },
      action: {
        name: 'flow',
        parameters: {
          ...{ flow_message_version: '3', flow_id: '1', flow_cta: 'Buka', flow_token: 'order-17' },
          flow_action_payload: { screen: 'A', data: { nama: 'Ani' } },
        },
      },
    },
    'flow',
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', response_json: '{"flow_token":"order-17","nama":"Ani"}' },
      },
    },
  ],
  [
    'an order of a product in a list',
    {
      ...{ type: 'product_list', header: { type: 'text', text: 'Katalog' }, body: { text: 'Pilih' } },
      action: { catalog_id: '7', sections: [{ product_items: [{ product_retailer_id: 'SKU-1' }] }] },
    },
    'SKU-1',
    {
      type: 'order',
      order: { catalog_id: '7', product_items: [{ product_retailer_id: 'SKU-1', quantity: 1 }] },
    },
  ],
])('a tap sends %s', async (_what, interactive, tap, expected) => {
  const cloud = shared;
  const { body } = await cloud.send({ type: 'interactive', interactive });
  const [{ id: message_id }] = body.messages;

  const answer = await inboundOf(cloud, { tap, message_id });

  expect(answer).toMatchObject({ ...expected, context: { from: BUSINESS, id: message_id } });
});

test('replies, forwards, products and advertisements are marked', async () => {
  const cloud = shared;
  const referral = { source_url: 'https://fb.me/x', source_type: 'ad', source_id: '77', ctwa_clid: 'ARx' };

  const body = await inboundOf(cloud, {
    text: 'Saya tertarik',
    message_id: 'wamid.before',
    forwarded: true,
    frequently_forwarded: true,
    referred_product: { catalog_id: '1', product_retailer_id: '2' },
    referral,
  });

  expect(body).toMatchObject({
    context: {
      from: BUSINESS,
      id: 'wamid.before',
      forwarded: true,
      frequently_forwarded: true,
      referred_product: { catalog_id: '1', product_retailer_id: '2' },
    },
    referral,
  });
});

test('a person with a username is shown by business-scoped id only', async () => {
  const cloud = shared;
  const { body: person } = await cloud.post('/sandbox/cloud/people', {
    wa_id: '628555000111',
    hidden: true,
    username: 'siti',
    name: 'Siti',
  });

  const body = await inboundOf(cloud, { from: person.user_id, text: 'Halo' });
  const value = cloud.values().find(({ messages }) => messages?.[0].id === body.id);

  expect(body).toMatchObject({ from_user_id: person.user_id });
  expect(body).not.toHaveProperty('from');
  expect(value.contacts).toEqual([{ profile: { name: 'Siti', username: 'siti' }, user_id: person.user_id }]);
});

test('a changed number is sent without contacts, and creates the new person', async () => {
  const cloud = shared;

  const body = await inboundOf(cloud, {
    from: '628777000111',
    system: { type: 'user_changed_number', wa_id: '628777000222' },
  });
  const value = cloud.values().find(({ messages }) => messages?.[0].id === body.id);
  const { body: sent } = await cloud.sendText('Halo', '+628777000222');

  expect(body).toMatchObject({
    from: '628777000111',
    type: 'system',
    system: { type: 'user_changed_number', wa_id: '628777000222', body: expect.stringContaining('changed') },
  });
  expect(value).not.toHaveProperty('contacts');
  expect(sent.contacts[0].user_id).toMatch(/^ID\./);
});

test('a message from the Business app is echoed', async () => {
  const cloud = shared;

  const { status, body } = await cloud.post(`${chat}/echoes`, { to: BUDI, text: 'Dari HP' });
  const [value] = await until(
    () => cloud.values('smb_message_echoes').length > 0 && cloud.values('smb_message_echoes'),
  );

  expect(status).toBe(201);
  expect(value).toEqual({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: BUSINESS, phone_number_id: PHONE_ID },
    message_echoes: [
      {
        from: BUSINESS,
        to: BUDI,
        id: body.id,
        timestamp: expect.any(String),
        type: 'text',
        text: { body: 'Dari HP' },
      },
    ],
  });
});

test('a message of the Business app can be from the past', async () => {
  const cloud = shared;

  const { body } = await cloud.post(`${chat}/echoes`, { to: BUDI, text: 'Tadi', seconds_ago: 3600 });
  const echo = await until(() =>
    cloud
      .values('smb_message_echoes')
      .flatMap((value) => value.message_echoes)
      .find(({ id }) => id === body.id),
  );

  expect(Number(echo.timestamp)).toBeLessThan(Date.now() / 1000 - 3590);
});

test.each([
  ['nothing', {}],
  ['two contents', { text: 'x', reaction: { message_id: 'wamid.x' } }],
  ['an unknown field', { dance: true }],
  ['an invalid sender', { from: 'Budi', text: 'x' }],
])('writing %s is refused', async (_name, message) => {
  const cloud = shared;

  const { status, body } = await cloud.post(`${chat}/messages`, { from: BUDI, ...message });

  expect([status, body.error]).toEqual([422, 'invalid_request']);
});

test.each([
  [
    'an unknown number',
    '/sandbox/cloud/numbers/999/messages',
    { from: BUDI, text: 'x' },
    'cloud_number_not_found',
  ],
  ['an unknown business-scoped id', `${chat}/messages`, { from: 'ID.123', text: 'x' }, 'person_not_found'],
  [
    'a message that is not there',
    `${chat}/messages`,
    { from: BUDI, button_reply: { id: 'x' }, message_id: 'x' },
    'message_not_found',
  ],
])('%s is not found', async (_name, route, body, error) => {
  const cloud = shared;

  const answer = await cloud.post(route, body);

  expect([answer.status, answer.body.error]).toEqual([404, error]);
});

test('a hundred people write at once, each with the right sender', async () => {
  const cloud = await openTestCloud();
  const people = Array.from({ length: 100 }, (_, index) => `62820000${1000 + index}`);

  const ids = await Promise.all(people.map((from) => cloud.write({ from, text: `dari ${from}` })));
  await until(() => cloud.inbound().length === people.length);

  const heard = new Map(cloud.inbound().map(({ id, from, text }) => [id, `${from}: ${text.body}`]));
  expect(ids.map((id) => heard.get(id))).toEqual(people.map((from) => `${from}: dari ${from}`));
});
