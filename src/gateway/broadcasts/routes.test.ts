import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { type Customer, openService } from '../../../test/harness/service.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const contact = (
  await shop.api('POST', '/v1/contacts', { phone: '081234567890', name: 'Budi', tags: ['vip'] })
).body;

const VALID = { device_uuid: shop.deviceUuid, name: 'Promo', message_template: 'Halo {nama}', tags: ['vip'] };
const create = (fields: object = {}, customer: Customer = shop) =>
  customer.api('POST', '/v1/broadcasts', { ...VALID, ...fields });
const get = async (id: number) => (await shop.api('GET', `/v1/broadcasts/${id}`)).body;

test('creation answers exactly id, status and total_recipients', async () => {
  const now = await create();
  const later = await create({ scheduled_at: '2999-01-01T00:00:00+07:00' });

  expect(now).toMatchObject({ status: 201 });
  expect(now.body).toEqual({ id: expect.any(Number), status: 'draft', total_recipients: 1 });
  expect(later.body).toEqual({ id: expect.any(Number), status: 'scheduled', total_recipients: 1 });
});

test('the answer of a scheduled broadcast shows its start in the time zone of the shop', async () => {
  const customer = await service.customer();
  await customer.api('POST', '/v1/contacts', { phone: '081234567890', tags: ['vip'] });
  const schedule = (scheduled_at?: string) =>
    create({ device_uuid: customer.deviceUuid, ...(scheduled_at && { scheduled_at }) }, customer);

  const before = await schedule('2999-11-29T09:00:00');
  await customer.api('PUT', '/v1/business-hours', { timezone: 'Asia/Jakarta', weekly: {} });
  const answers = [await schedule('2999-11-29T09:00:00'), await schedule()];

  expect([before, ...answers].map(({ headers }) => headers['x-kurir-scheduled-local'])).toEqual([
    '2999-11-29T09:00:00+00:00 (UTC)',
    '2999-11-29T16:00:00+07:00 (Asia/Jakarta)',
    undefined,
  ]);
});

test('a broadcast has the fields of the contract and our additional ones', async () => {
  const { body } = await create({ delay_min_seconds: 1 });

  expect(await get(body.id)).toEqual({
    id: body.id,
    name: 'Promo',
    kept_count: 0,
    waits_for: null,
    continues_at: null,
    quiet_hours: null,
    status: 'draft',
    reason: null,
    device_uuid: shop.deviceUuid,
    type: 'text',
    media_id: null,
    message_template: 'Halo {nama}',
    total_recipients: 1,
    sent_count: 0,
    failed_count: 0,
    recipients_by_status: { pending: 1, sent: 0, failed: 0 },
    delay_min_seconds: 1,
    delay_max_seconds: 20,
    retry_of: null,
    created_at: ctx.now().toISOString(),
    scheduled_at: null,
    started_at: null,
    completed_at: null,
    finish_expected_at: ctx.now().toISOString(),
  });
});

test.each([
  ['device_uuid', undefined],
  ['device_uuid', 7],
  ['device_uuid', ''],
  ['name', undefined],
  ['name', '  '],
  ['name', 'x'.repeat(256)],
  ['name', 'a\0'],
  ['message_template', undefined],
  ['message_template', ' '],
  ['message_template', 'x'.repeat(4_097)],
  ['message_template', `{a|${'x'.repeat(4_097)}}`],
  ['message_template', 'x'.repeat(200_000)],
  ['tags', 'vip'],
  ['tags.0', [7]],
  ['tags.1', ['vip', ' ']],
  ['tags', Array(1_001).fill('vip')],
  ['contact_ids', 7],
  ['contact_ids', Array(500_001).fill(1)],
  ['contact_ids.1', [1, '2']],
  ['contact_ids.0', [1.5]],
  ['contact_ids.0', [2 ** 53]],
  ['delay_min_seconds', -1],
  ['delay_min_seconds', '5'],
  ['delay_min_seconds', 2.5],
  ['delay_max_seconds', 86_401],
  ['scheduled_at', 'besok'],
  ['scheduled_at', '2026-02-30T00:00:00Z'],
  ['scheduled_at', 1_700_000_000],
])('a wrong %s is a field error (%j)', async (path, value) => {
  const [field = ''] = path.split('.');

  const { status, body } = await create({ [field]: value });

  expect([status, Object.keys(body)]).toEqual([422, ['message', 'errors']]);
  expect(Object.keys(body.errors)).toEqual([path]);
});

test('the lower delay must not exceed the upper one', async () => {
  const { status, body } = await create({ delay_min_seconds: 10, delay_max_seconds: 9 });

  expect([status, Object.keys(body.errors)]).toEqual([422, ['delay_max_seconds']]);
});

test.each([
  ['2031-05-06T07:08:09+07:00', '2031-05-06T00:08:09.000Z'],
  ['2031-05-06T07:08:09', '2031-05-06T07:08:09.000Z'],
  ['2031-05-06T07:08:09.123Z', '2031-05-06T07:08:09.123Z'],
  ['2001-05-06T07:08:09Z', '2001-05-06T07:08:09.000Z'],
])('scheduled_at %s means %s', async (given, meant) => {
  const { body } = await create({ scheduled_at: given });

  expect(await get(body.id)).toMatchObject({ status: 'scheduled', scheduled_at: meant });
  const { rows } = await ctx.pool.query('select next_at from broadcasts where id = $1', [body.id]);
  expect(rows).toEqual([{ next_at: new Date(meant) }]);
});

test('errors are checked in the order: fields, targets, device, matching contacts', async () => {
  const nowhere = '11111111-1111-4111-8111-111111111111';
  const codeOf = async (fields: object) => {
    const { body } = await create(fields);
    return body.error ?? Object.keys(body.errors);
  };

  expect(await codeOf({ name: '', tags: [], device_uuid: nowhere })).toEqual(['name']);
  expect(await codeOf({ tags: [], contact_ids: null, device_uuid: nowhere })).toBe('no_recipients_targeted');
  expect(await codeOf({ tags: ['nobody'], device_uuid: nowhere })).toBe('device_not_found');
  expect(await codeOf({ tags: ['nobody'] })).toBe('no_recipients_matched');
  expect(await codeOf({ device_uuid: 'x' })).toBe('device_not_found');
});

test('a body may have four megabytes, with any content', async () => {
  const ids = Array.from({ length: 400_000 }, (_, n) => 1_000_000 + n);

  const fits = await create({ tags: null, contact_ids: [...ids, contact.id] });
  const wrong = await create({ contact_ids: ids.map(String) });
  const tooLarge = await create({ contact_ids: [...ids, ...ids] });

  expect([fits.status, fits.body.total_recipients]).toEqual([201, 1]);
  expect([wrong.status, Object.keys(wrong.body.errors).length]).toEqual([422, 50]);
  expect([tooLarge.status, tooLarge.body.error]).toEqual([413, 'payload_too_large']);
});

test('contacts and tags of another account match no contact', async () => {
  const customer = await service.customer();
  const fields = { device_uuid: customer.deviceUuid };

  const answers = [
    await create({ ...fields, tags: null, contact_ids: [contact.id] }, customer),
    await create(fields, customer),
    await create({}, customer),
  ];

  expect(answers.map(({ body }) => body.error)).toEqual([
    'no_recipients_matched',
    'no_recipients_matched',
    'device_not_found',
  ]);
});

test('the list has pages, newest first, and filters by status', async () => {
  const customer = await service.customer();
  await customer.api('POST', '/v1/contacts', { phone: '081234567890', tags: ['vip'] });
  const fields = { device_uuid: customer.deviceUuid };
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift((await create(fields, customer)).body.id);
  await customer.api('POST', `/v1/broadcasts/${ids[1]}/pause`);

  const list = async (query: string) => (await customer.api('GET', `/v1/broadcasts?${query}`)).body;
  const [first, second, paused] = [
    await list('per_page=2'),
    await list('per_page=2&page=2'),
    await list('status=paused'),
  ];

  const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
  expect([idsOf(first), idsOf(second), idsOf(paused)]).toEqual([ids.slice(0, 2), ids.slice(2), [ids[1]]]);
  expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 3, per_page: 2 });
  expect(paused).toMatchObject({ total: 1 });
  expect(paused.data[0]).toMatchObject({
    status: 'paused',
    reason: 'paused_by_user',
    device_uuid: customer.deviceUuid,
  });
  expect((await customer.api('GET', '/v1/broadcasts?status=asleep')).status).toBe(422);
});

test('each change answers in the shape of creation, or with its error', async () => {
  const { body } = await create();
  const change = async (name: string) => {
    const answer = await shop.api('POST', `/v1/broadcasts/${body.id}/${name}`);
    return [answer.status, answer.body.error ?? answer.body];
  };
  const brief = (status: string) => ({ id: body.id, status, total_recipients: 1 });

  expect(await change('resume')).toEqual([422, 'broadcast_not_paused']);
  expect(await change('pause')).toEqual([200, brief('paused')]);
  expect(await change('pause')).toEqual([200, brief('paused')]);
  expect(await change('resume')).toEqual([200, brief('running')]);
  expect(await change('retry-failed')).toEqual([422, 'no_recipients_matched']);
  expect(await change('cancel')).toEqual([200, brief('cancelled')]);
  expect(await change('cancel')).toEqual([200, brief('cancelled')]);
  expect(await change('pause')).toEqual([422, 'broadcast_finished']);
  expect(await change('resume')).toEqual([422, 'broadcast_not_paused']);
});

test('resume checks the status first, then the connection', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { status: 'disconnected' });
  const { body } = await create({ device_uuid });
  const resume = async () => (await shop.api('POST', `/v1/broadcasts/${body.id}/resume`)).body.error;

  const running = await resume();
  await shop.api('POST', `/v1/broadcasts/${body.id}/pause`);

  expect([running, await resume()]).toEqual(['broadcast_not_paused', 'device_not_connected']);
  await shop.api('DELETE', `/v1/devices/${device_uuid}`);
  expect(await resume()).toBe('device_not_connected');
});

test('a scheduled broadcast is changed by its fields, and a started one answers 409', async () => {
  const { body } = await create({ scheduled_at: '2999-01-01T00:00:00+07:00' });
  const started = await create();
  const change = (id: number, fields: object) => shop.api('PATCH', `/v1/broadcasts/${id}`, fields);

  const changed = await change(body.id, { name: 'Besok', message_template: 'Hai {nama}' });
  const late = await change(started.body.id, { name: 'Besok' });
  const empty = await change(body.id, { message_template: '  ' });

  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Besok', message_template: 'Hai {nama}', status: 'scheduled', total_recipients: 1 },
  });
  expect([late.status, late.body.error]).toEqual([409, 'broadcast_not_scheduled']);
  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['message_template']]);
});

test('the message of a broadcast is sent to one number, once per key', async () => {
  const body = { device_uuid: shop.deviceUuid, message_template: '{Halo|Halo} {nama}!', to: '081299990001' };
  const send = (fields: object = {}, key = 'test-1') =>
    shop.api('POST', '/v1/broadcasts/test', { ...body, ...fields }, { 'idempotency-key': key });

  const first = await send({ name: 'Budi' });
  const again = await send({ name: 'Budi' });
  const refused = [await send({ to: '12' }, 'a'), await send({ message_template: '{nama}' }, 'b')];
  const without = await shop.api('POST', '/v1/broadcasts/test', body);

  expect(first).toMatchObject({ status: 202, body: { status: 'queued', type: 'text' } });
  expect(again.body.id).toBe(first.body.id);
  const { rows } = await ctx.pool.query(
    `select phone, body, broadcast_id from messages where account_id = $1 and phone = '6281299990001'`,
    [shop.account.id],
  );
  expect(rows).toEqual([{ phone: '6281299990001', body: 'Halo Budi!', broadcast_id: null }]);
  expect(refused.map(({ body }) => body.error ?? Object.keys(body.errors))).toEqual([
    'invalid_phone',
    ['name'],
  ]);
  expect(without.body.error).toBe('idempotency_key_required');
});
