import { afterAll, expect } from 'vitest';
import { createStatusWriter } from '../../src/gateway/messages/queue/status-writer.ts';
import { testContext } from '../harness/context.ts';
import { changeMessage, messageRow } from '../harness/message-rows.ts';
import { withinOneMinute } from '../harness/minute.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const MEDIA = { media_url: 'https://files.example/katalog.pdf' };
const stored = (id: number, account = shop.account) => messageRow(ctx, account, id);
const countStored = async (accountId: number) =>
  (await tablesOf(ctx.db).selectFrom('messages').select('id').where('account_id', '=', accountId).execute())
    .length;
/** How each value of a field is answered: the status, and the error code or the fields complained about. */
async function answersTo(bodies: Record<string, unknown>[]): Promise<unknown[][]> {
  const answers = await Promise.all(bodies.map((body) => shop.send(body)));
  return answers.map(({ status, body }) => [
    status,
    ...(status === 202 ? [] : [body.error ?? Object.keys(body.errors)]),
  ]);
}

contract('Endpoints > Messages > POST /v1/messages', async () => {
  const { status, body } = await shop.send({ to: '+62 811-1111-1111', body: 'Halo' });

  expect(status).toBe(202);
  expect(await stored(body.id)).toMatchObject({ phone: '6281111111111', body: 'Halo', due: true });
});

contract(
  'Endpoints > Messages > POST /v1/messages > Headers: Idempotency-Key (required), plus authorization',
  async () => {
    const body = { device_uuid: shop.deviceUuid, to: '081234567890', body: 'Halo' };
    const url = '/v1/messages';

    const withBoth = await shop.api('POST', url, body, { 'idempotency-key': 'both' });
    const withoutKey = await shop.api('POST', url, body);
    const withoutAuth = await service.http.inject({ method: 'POST', url, payload: body });

    expect([withBoth.status, withoutKey.status, withoutAuth.statusCode]).toEqual([202, 422, 401]);
  },
);

contract('Endpoints > Messages > POST /v1/messages > Body > device_uuid', async () => {
  const foreign = await service.customer();

  expect(
    await answersTo([
      { device_uuid: shop.deviceUuid },
      { device_uuid: foreign.deviceUuid },
      { device_uuid: 5 },
      { device_uuid: undefined },
    ]),
  ).toEqual([[202], [404, 'device_not_found'], [422, ['device_uuid']], [422, ['device_uuid']]]);
});

contract('Endpoints > Messages > POST /v1/messages > Body > to', async () => {
  const written = [
    '+62 812-3456-7890',
    '(0812) 3456.7890',
    '0062 812 3456 7890',
    '6281234567890',
    'tel:12345678',
  ];

  const answers = await Promise.all(written.map((to) => shop.send({ to })));
  const phones = await Promise.all(answers.map(async ({ body }) => (await stored(body.id)).phone));

  expect(phones).toEqual([...Array(4).fill('6281234567890'), '12345678']);
  expect(await answersTo([{ to: '1234567' }, { to: '' }, { to: 6281234567890 }])).toEqual([
    [422, 'invalid_phone'],
    [422, ['to']],
    [422, ['to']],
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > Body > type', async () => {
  const withoutType = await shop.send();

  expect(withoutType.body.type).toBe('text');
  expect(
    await answersTo([
      { type: 'text' },
      ...['image', 'document', 'audio', 'video'].map((type) => ({ type, ...MEDIA })),
      { type: 'button' },
      { type: 'list' },
      { type: 'gif' },
      { type: null },
    ]),
  ).toEqual([
    ...Array(5).fill([202]),
    ...Array(2).fill([422, 'interactive_not_supported']),
    ...Array(2).fill([422, ['type']]),
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > Body > body', async () => {
  const official = (await insertDevice(ctx, shop.account, { engine: 'official_cloud' })).device_uuid;
  const captioned = await shop.send({ type: 'image', ...MEDIA, body: 'Menu hari ini' });

  expect((await stored(captioned.body.id)).body).toBe('Menu hari ini');
  expect(
    await answersTo([
      { body: undefined },
      { body: ' ' },
      { type: 'video', ...MEDIA, body: undefined },
      { type: 'button', device_uuid: official, body: undefined },
      { type: 'list', device_uuid: official, body: '' },
    ]),
  ).toEqual([
    [422, ['body']],
    [422, ['body']],
    [202],
    [422, 'interactive_body_required'],
    [422, 'interactive_body_required'],
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > Body > media_url', async () => {
  const kept = await shop.send({ type: 'document', ...MEDIA });

  expect((await stored(kept.body.id)).media_url).toBe(MEDIA.media_url);
  expect(
    await answersTo([
      { media_url: null },
      ...[undefined, null, '', 'katalog.pdf', 'ftp://files.example/a', 7].map((media_url) => ({
        type: 'image',
        media_url,
      })),
    ]),
  ).toEqual([[202], ...Array(6).fill([422, ['media_url']])]);
});

contract('Endpoints > Messages > POST /v1/messages > Body > interactive', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });
  const interactive = { buttons: [{ id: 'y', title: 'Ya' }] };
  const kept = await shop.send({ type: 'button', device_uuid, interactive });

  expect((await stored(kept.body.id)).interactive).toEqual(interactive);
  expect(
    await answersTo([
      { interactive },
      { type: 'button', device_uuid },
      { type: 'list', device_uuid },
      { type: 'button', device_uuid, interactive: 'buttons' },
    ]),
  ).toEqual([[202], ...Array(3).fill([422, ['interactive']])]);
});

contract(
  'Endpoints > Messages > POST /v1/messages > Response 202: {id, status, wa_message_id, direction',
  async () => {
    const { status, body } = await shop.send();

    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(Number),
      status: 'queued',
      wa_message_id: null,
      direction: 'out',
      type: 'text',
      created_at: expect.any(String),
    });
  },
);

contract('Endpoints > Messages > POST /v1/messages > Rules > 1', async () => {
  const body = { device_uuid: shop.deviceUuid, to: '081234567890', body: 'Halo' };

  const answer = await shop.api('POST', '/v1/messages', body);

  expect([answer.status, answer.body.error]).toEqual([422, 'idempotency_key_required']);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 2', async () => {
  const customer = await service.customer();
  const key = { 'idempotency-key': 'pesanan-17' };
  const first = await customer.send({}, key);
  await changeMessage(ctx, customer.account, first.body.id, { status: 'sent', due: false });

  const again = await customer.send({}, key);
  const atOnce = await Promise.all(Array.from({ length: 20 }, () => customer.send({}, key)));

  expect([again.status, again.body]).toEqual([202, { ...first.body, status: 'sent' }]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(new Set(atOnce.map(({ body }) => body.id))).toEqual(new Set([first.body.id]));
  expect(await countStored(customer.account.id)).toBe(1);
  expect((await customer.api('GET', '/v1/usage')).body.messages_sent).toBe(1);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 3', async () => {
  expect(await answersTo([{ to: '0812345' }, { to: '+6 2-8 (12) 3' }, { to: '08123456' }])).toEqual([
    [422, 'invalid_phone'],
    [422, 'invalid_phone'],
    [202],
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 4', async () => {
  const statuses = ['provisioned', 'qr_pending', 'disconnected', 'banned'] as const;
  const devices = await Promise.all(statuses.map((status) => insertDevice(ctx, shop.account, { status })));

  expect(
    await answersTo([{ device_uuid: UNKNOWN }, ...devices.map(({ device_uuid }) => ({ device_uuid }))]),
  ).toEqual([[404, 'device_not_found'], ...Array(4).fill([409, 'device_disconnected'])]);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 5', async () => {
  const customer = await service.customer({ monthly_quota: 2 });

  const answers = [await customer.send(), await customer.send(), await customer.send()];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [202, undefined],
    [202, undefined],
    [402, 'quota_exceeded'],
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 6', async () => {
  const { customer, answers } = await withinOneMinute(ctx, async () => {
    const customer = await service.customer({ rate_per_minute: 2, monthly_quota: 9 });
    return { customer, answers: [await customer.send(), await customer.send(), await customer.send()] };
  });

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [202, undefined],
    [202, undefined],
    [429, 'rate_limited'],
  ]);
  expect(await countStored(customer.account.id)).toBe(2);
  expect((await customer.api('GET', '/v1/usage')).body.messages_remaining).toBe(7);
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 7', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });
  const types = ['button', 'list'];

  expect(await answersTo(types.map((type) => ({ type })))).toEqual(
    types.map(() => [422, 'interactive_not_supported']),
  );
  expect(await answersTo(types.map((type) => ({ type, device_uuid, body: undefined })))).toEqual(
    types.map(() => [422, 'interactive_body_required']),
  );
});

contract('Endpoints > Messages > POST /v1/messages > Rules > 8', async () => {
  const customer = await service.customer({ monthly_quota: 5 });
  const { device_uuid } = await insertDevice(ctx, customer.account, { engine: 'official_cloud' });
  const long = 'x'.repeat(300);
  const row = { id: long, title: long, description: long };

  const button = await customer.send({
    type: 'button',
    device_uuid,
    interactive: { header: long, footer: long, buttons: Array(4).fill({ id: long, title: long }) },
  });
  const list = await customer.send({
    type: 'list',
    device_uuid,
    interactive: { button_text: 'Menu', sections: [{ title: long, rows: [row] }] },
  });

  expect([button.status, list.status]).toEqual([422, 422]);
  expect(Object.keys(button.body.errors)).toEqual(
    expect.arrayContaining([
      ...['interactive.header', 'interactive.footer', 'interactive.buttons'],
      ...['interactive.buttons.0.id', 'interactive.buttons.0.title'],
    ]),
  );
  expect(Object.keys(list.body.errors)).toEqual(
    expect.arrayContaining([
      ...['interactive.sections.0.title', 'interactive.sections.0.rows.0.id'],
      ...['interactive.sections.0.rows.0.title', 'interactive.sections.0.rows.0.description'],
    ]),
  );
  expect(await countStored(customer.account.id)).toBe(0);
});

contract('Endpoints > Messages > GET /v1/messages/{id}', async () => {
  const customer = await service.customer({ rate_per_minute: 1 });
  const accepted = await customer.send();
  const { device_id } = await stored(accepted.body.id, customer.account);
  await changeMessage(ctx, customer.account, accepted.body.id, { reserved_wa_id: '3EB0AA' });
  const statuses = createStatusWriter(ctx, new AbortController().signal);
  const change = { device_id, wa_message_id: '3EB0AA', error_code: null, error_message: null, refund: false };
  await statuses.write({ ...change, status: 'delivered' });

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => customer.api('GET', `/v1/messages/${accepted.body.id}`)),
  );

  for (const { status, headers, body } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual({ ...accepted.body, status: 'delivered', wa_message_id: '3EB0AA' });
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
});
