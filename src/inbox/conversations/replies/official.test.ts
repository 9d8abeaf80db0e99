import { afterAll, beforeEach, expect, test } from 'vitest';
import { BUDI, PHONE_ID } from '../../../../sandbox/graph/test-cloud.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { HOUR } from '../../../platform/lib/clock.ts';

const line = await openOfficialLine({ onEnd: afterAll });
const { ctx, cloud, account, device } = line;
const service = await openService(ctx, { url: cloud.current.url, token: '' });
const receive = receiver(ctx);
const { api } = await service.customerOf(account, device.device_uuid);
let keys = 0;

const components = [
  { type: 'BODY', text: 'Halo {{1}}, pesanan {{2}} siap.' },
  { type: 'FOOTER', text: 'Toko Kurir' },
];
const template = (name: string, status = 'APPROVED') => ({
  ...{ name, language: 'id', category: 'UTILITY', status, components },
});
await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, {
  templates: [template('pesanan_siap'), template('promo', 'PAUSED')],
  announce: false,
});
beforeEach(() => cloud.delete('/sandbox/cloud/requests'));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);

/** The conversation with a customer who wrote some hours ago. */
async function chat({ hours = 1, phone = BUDI } = {}) {
  await receive(inbound(device, phone));
  const { body } = await api('GET', '/v1/conversations');
  const { id } = body.data.find(({ person }: Json) => person.phone === phone);
  const row = tablesOf(ctx.db).updateTable('conversations').where('conversation_uuid', '=', id);
  await row.set({ owner_state: 'human_waiting', last_customer_at: hoursAgo(hours) }).execute();
  return {
    id,
    get: async () => (await api('GET', `/v1/conversations/${id}`)).body,
    reply(content: object) {
      keys += 1;
      return api('POST', `/v1/conversations/${id}/messages`, content, { 'idempotency-key': `r-${keys}` });
    },
  };
}

/** The bodies of messages that the provider was asked to send. */
const asked = async (): Promise<Json[]> =>
  (await cloud.get('/sandbox/cloud/requests?call=messages')).body.data.map(({ body }: Json) => body);

test('free text reaches the provider while the reply window is open, with the message it quotes', async () => {
  const { reply, id } = await chat();
  const { data } = (await api('GET', `/v1/conversations/${id}/messages`)).body;
  const question = data.find(({ direction }: Json) => direction === 'in');

  const { status, body } = await reply({ body: 'Ada, Kak.', quote: question.id });

  expect(status).toBe(202);
  await line.settled(body.id, 'sent', 'delivered');
  expect(await asked()).toMatchObject([
    { to: `+${BUDI}`, text: { body: 'Ada, Kak.' }, context: { message_id: question.wa_message_id } },
  ]);
});

test('after the reply window free text is refused, and nothing changes', async () => {
  const { reply, get } = await chat({ hours: 25 });
  const before = await get();

  const answer = await reply({ body: 'Masih berminat?' });
  const file = await reply({ type: 'image', media_url: 'https://example.com/a.jpg' });

  for (const { status, body } of [answer, file]) {
    expect([status, body.error]).toEqual([422, 'reply_window_closed']);
    expect(body.message).toBe(
      `The reply window closed at ${before.reply_window_until}. ` +
        `Send a template: GET /v1/devices/${device.device_uuid}/templates.`,
    );
  }
  expect(await get()).toEqual(before);
});

test('a customer who never wrote gets templates only', async () => {
  const { reply, id, get } = await chat();
  expect(await get()).toMatchObject({ reply_window_until: expect.any(String), takes_free_text: true });
  await ctx.pool.query('update conversations set last_customer_at = null where conversation_uuid = $1', [id]);

  const { status, body } = await reply({ body: 'Halo' });

  expect([status, body.error]).toEqual([422, 'reply_window_closed']);
  expect(body.message).toMatch(/^The customer has not written yet/);
  expect(await get()).toMatchObject({ reply_window_until: null, takes_free_text: false });
});

test('POST /v1/messages does not ask for the reply window', async () => {
  await chat({ hours: 25 });

  const { status } = await api(
    ...(['POST', '/v1/messages'] as const),
    ...([
      { device_uuid: device.device_uuid, to: BUDI, body: 'Halo' },
      { 'idempotency-key': 'plain' },
    ] as const),
  );

  expect(status).toBe(202);
  await until(async () => (await asked()).length === 1, { what: 'the message at the provider' });
});

test('a template goes out after the reply window, takes the chat over, and the history shows its text', async () => {
  const { reply, get } = await chat({ hours: 25 });

  const { status, body } = await reply({
    template: { name: 'pesanan_siap', language: 'id', variables: ['Ani', 'INV-7'] },
  });

  expect(status).toBe(202);
  expect(body).toMatchObject({ type: 'template', template: { name: 'pesanan_siap' } });
  await line.settled(body.id, 'sent', 'delivered');
  expect(await asked()).toMatchObject([{ type: 'template', template: { name: 'pesanan_siap' } }]);
  expect(await get()).toMatchObject({
    owner_state: 'human_active',
    last_message: { author: 'staff', body: 'Halo Ani, pesanan INV-7 siap.\n\nToko Kurir' },
  });
});

test.each([
  ['no type', {}],
  ['the type text', { type: 'text' }],
  ['the type template', { type: 'template' }],
  ['empty fields', { type: null, body: null, media_url: null, quote: null }],
])('a template is known with %s', async (_name, fields) => {
  const { reply } = await chat();
  const named = { name: 'pesanan_siap', language: 'id', variables: { 1: 'Ani', 2: 'INV-7' } };

  const { status, body } = await reply({ ...fields, template: named });

  expect(status).toBe(202);
  await line.settled(body.id, 'sent', 'delivered');
  expect((await asked()).map(({ type }) => type)).toEqual(['template']);
});

test.each([
  ['unknown', { name: 'tidak_ada' }, 'template_not_found'],
  ['in no such language', { language: 'en' }, 'template_not_found'],
  ['paused', { name: 'promo' }, 'template_not_approved'],
])('a template that is %s is refused with its code', async (_name, change, error) => {
  const { reply } = await chat();

  const { status, body } = await reply({
    template: { name: 'pesanan_siap', language: 'id', variables: ['a', 'b'], ...change },
  });

  expect([status, body.error]).toEqual([422, error]);
  expect(await asked()).toEqual([]);
});

test('a template without its variables is a field error', async () => {
  const { reply } = await chat();

  const { status, body } = await reply({
    template: { name: 'pesanan_siap', language: 'id', variables: ['Ani'] },
  });

  expect(status).toBe(422);
  expect(body.errors).toEqual({ 'template.variables.2': ['is required'] });
});

test('a customer who hides the number gets the reply by the id of the provider', async () => {
  const { body: person } = await cloud.post('/sandbox/cloud/people', {
    wa_id: '6281234567899',
    hidden: true,
  });
  const { reply } = await chat({ phone: person.user_id });

  const { status, body } = await reply({ body: 'Halo' });

  expect(status).toBe(202);
  await line.settled(body.id, 'sent', 'delivered');
  expect(await asked()).toMatchObject([{ recipient: person.user_id, text: { body: 'Halo' } }]);
  expect((await asked())[0]).not.toHaveProperty('to');
});

test('a released device is named before its window and its templates', async () => {
  const { reply } = await chat({ hours: 25 });
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ released_at: new Date() })
    .where('id', '=', device.id)
    .execute();

  const template = { name: 'pesanan_siap', language: 'id', variables: ['a', 'b'] };
  const answers = [await reply({ body: 'Halo' }), await reply({ template })];

  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([409, 'device_disconnected']);
    expect(body.message).toMatch(/^The device was released\./);
  }
});
