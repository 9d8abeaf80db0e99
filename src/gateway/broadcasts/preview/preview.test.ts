import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const TEMPLATE = '{Halo|Hai} {nama}, {promo|diskon} hari ini.';

/** A customer with a device that was paired `days` ago. */
async function shop(days = 1) {
  const customer = await service.customer();
  const { api, account, deviceUuid } = customer;
  const device = await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ paired_at: new Date(ctx.now().getTime() - days * DAY) })
    .where('device_uuid', '=', deviceUuid)
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    ...customer,
    contact: async (phone: string, tags: string[], name?: string): Promise<number> =>
      (await api('POST', '/v1/contacts', { phone, tags, ...(name !== undefined && { name }) })).body.id,
    preview: (body: object = {}) =>
      api('POST', '/v1/broadcasts/preview', {
        ...{ device_uuid: deviceUuid, message_template: TEMPLATE, tags: ['a'] },
        ...body,
      }),
    /** Stores a failed message of this device to the number. */
    async failed(phone: string, error_code: string, daysAgo = 1, device_id = device.id) {
      const created_at = new Date(ctx.now().getTime() - daysAgo * DAY);
      const failure = { status: 'failed', phone, error_code, created_at } as const;
      await insertMessage(ctx, { id: device_id, account_id: account.id }, failure);
    },
  };
}

test('tags and ids together count each contact once, and the first five have sample texts', async () => {
  const { contact, preview } = await shop();
  const budi = await contact('0812000001', ['a', 'b'], 'Budi {x|y}');
  await contact('0812000002', ['b']);
  for (const n of [3, 4, 5, 6]) await contact(`081200000${n}`, ['a'], `Ani ${n}`);
  const wati = await contact('0812000007', [], 'Wati');

  const { status, body } = await preview({ tags: ['a', 'b'], contact_ids: [budi, wati, 999_999_999] });

  expect(status).toBe(200);
  expect(body).toMatchObject({ total_recipients: 7, opted_out: 0, unreachable: 0 });
  expect(body.samples).toHaveLength(5);
  expect(body.samples[0]).toEqual({
    contact_id: budi,
    phone: '62812000001',
    name: 'Budi {x|y}',
    text: expect.stringMatching(/^(Halo|Hai) Budi \{x\|y}, (promo|diskon) hari ini\.$/),
  });
  expect(body.samples[1].text).toMatch(/^(Halo|Hai) , (promo|diskon) hari ini\.$/);
});

test('a text names own fields of its recipients, and a field that the account does not have is refused', async () => {
  const { api, preview } = await shop();
  await api('POST', '/v1/contact-fields', { name: 'kota', type: 'text' });
  for (const [n, fields] of [[1, { kota: 'Solo' }] as const, [2, {}] as const])
    await api('POST', '/v1/contacts', { phone: `081200000${n}`, tags: ['a'], fields });

  const { body } = await preview({ message_template: 'Promo di {{contact.kota|kota Kakak}}.' });
  const refused = await preview({ message_template: 'Promo di {{contact.kotaa}}.' });

  expect(body.samples.map(({ text }: Json) => text)).toEqual(['Promo di Solo.', 'Promo di kota Kakak.']);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { message_template: [expect.stringContaining('contact.kota')] } },
  });
});

test('opt-outs and unreachable contacts are counted and have no sample', async () => {
  const { contact, preview, failed, api, account } = await shop();
  for (const n of [1, 2, 3, 4, 5, 6]) await contact(`081200000${n}`, ['a']);
  await contact('0812000009', ['other']);
  for (const phone of ['0812000001', '0812000009', '0812000099'])
    await api('POST', '/v1/opt-outs', { phone });
  const official = await tablesOf(ctx.db)
    .insertInto('devices')
    .values({
      account_id: account.id,
      label: 'R',
      engine: 'official_cloud',
      network: 'live',
      status: 'connected',
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  await failed('62812000001', 'not_on_whatsapp');
  await failed('62812000002', 'not_on_whatsapp');
  await failed('62812000002', 'not_on_whatsapp');
  await failed('62812000003', 'rejected');
  await failed('62812000004', 'not_on_whatsapp', 31);
  await failed('62812000005', '131026', 1, official.id);
  await failed('62812000009', 'not_on_whatsapp');
  const { body } = await preview();

  expect(body).toMatchObject({ total_recipients: 6, opted_out: 1, unreachable: 1 });
  expect(body.samples.map(({ phone }: { phone: string }) => phone)).toEqual([
    ...['62812000003', '62812000004', '62812000005', '62812000006'],
  ]);
});

test.each([
  ['Halo {nama}', 2],
  ['{Halo|Hai {{contact.first_name}}}', 2],
  ['Halo {{contact.name|Kak}}', 0],
  ['Halo {{contact.phone}}', 0],
])('for %j, contacts without a name are counted: %i', async (message_template, without_name) => {
  const { contact, preview, api } = await shop();
  for (const n of [1, 2, 3]) await contact(`081200000${n}`, ['a']);
  await contact('0812000004', ['a'], 'Budi');
  await api('POST', '/v1/opt-outs', { phone: '0812000001' });

  const { body } = await preview({ message_template });

  expect(body).toMatchObject({ total_recipients: 4, opted_out: 1, without_name });
});

test('an opt-out counts under another spelling of the number', async () => {
  const { contact, preview, api } = await shop();
  await contact('5511987654321', ['a']);
  await contact('551187654321', ['a']);
  await contact('5215512345678', ['a']);
  await contact('0812000001', ['a']);
  for (const phone of ['551187654321', '525512345678']) await api('POST', '/v1/opt-outs', { phone });

  const { body } = await preview();

  expect(body).toMatchObject({ total_recipients: 4, opted_out: 3 });
  expect(body.samples.map(({ phone }: { phone: string }) => phone)).toEqual(['62812000001']);
});

test('the forecast includes delays, throttle and schedule', async () => {
  const { contact, preview } = await shop(1);
  for (let n = 10; n < 32; n += 1) await contact(`08120000${n}`, ['a']);
  const now = ctx.now().getTime();
  const at = new Date(now + DAY);

  // 20 per hour on the second day: the 22nd follows one hour and one delay after the first.
  const [soon, scheduled] = [
    await preview({ delay_min_seconds: 10, delay_max_seconds: 30 }),
    await preview({ delay_min_seconds: 200, delay_max_seconds: 200, scheduled_at: at.toISOString() }),
  ];

  expect(new Date(soon.body.finish_expected_at).getTime()).toBe(now + HOUR + 20_000);
  expect(new Date(scheduled.body.finish_expected_at).getTime()).toBe(at.getTime() + 21 * 200_000);
});

test('the forecast includes the other broadcasts of the device', async () => {
  const { contact, preview, api, deviceUuid } = await shop(1);
  for (let n = 10; n < 32; n += 1) await contact(`08120000${n}`, ['a']);
  const body = { device_uuid: deviceUuid, message_template: TEMPLATE, tags: ['a'], delay_max_seconds: 0 };
  const create = async () => (await api('POST', '/v1/broadcasts', { ...body, name: 'P' })).body.id;
  const hoursUntil = (time: string) => Math.round((new Date(time).getTime() - ctx.now().getTime()) / HOUR);

  const alone = await preview(body);
  const ids = [await create(), await create()];
  const [third, own, list] = [
    await preview(body),
    await api('GET', `/v1/broadcasts/${ids[0]}`),
    await api('GET', '/v1/broadcasts'),
  ];

  // 20 at once, and 20 in each later hour.
  expect(hoursUntil(alone.body.finish_expected_at)).toBe(1);
  expect(hoursUntil(own.body.finish_expected_at)).toBe(2);
  expect(hoursUntil(third.body.finish_expected_at)).toBe(3);
  expect(list.body.data.map((each: Json) => hoursUntil(each.finish_expected_at))).toEqual([2, 2]);
});

test('each preview chooses other texts, and stores no broadcast', async () => {
  const { contact, preview, account } = await shop();
  await contact('0812000001', ['a'], 'Budi');
  const message_template = `{${Array.from({ length: 1_000 }, (_, n) => n).join('|')}}`;

  const texts = [];
  for (let n = 0; n < 5; n += 1) texts.push((await preview({ message_template })).body.samples[0].text);

  expect(new Set(texts).size).toBeGreaterThan(1);
  const stored = await tablesOf(ctx.db)
    .selectFrom('broadcasts')
    .select('id')
    .where('account_id', '=', account.id)
    .execute();
  expect(stored).toEqual([]);
});

test.each([
  ['no targets', { tags: [], contact_ids: null }, [422, 'no_recipients_targeted']],
  ['a tag without contacts', { tags: ['nobody'] }, [422, 'no_recipients_matched']],
  ['an unknown device', { device_uuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d' }, [404, 'device_not_found']],
  ['a text that can be blank', { message_template: '{a|}' }, [422, undefined]],
  ['a text that can be too long', { message_template: 'x'.repeat(4_097) }, [422, undefined]],
  ['delays in the wrong order', { delay_min_seconds: 9, delay_max_seconds: 8 }, [422, undefined]],
])('a preview is refused like a creation: %s', async (_name, body, refusal) => {
  const { contact, preview } = await shop();
  await contact('0812000001', ['a']);

  const answer = await preview(body);

  expect([answer.status, answer.body.error]).toEqual(refusal);
});

test('contacts of one person are counted, as the broadcast treats them', async () => {
  const { account, contact, preview } = await shop();
  await contact('5511987654321', ['a'], 'Budi');
  await contact('551187654321', ['a'], 'Budi lama');
  for (const n of [1, 2, 3]) await contact(`081200000${n}`, ['a'], `Ani ${n}`);
  await contact('525512345678', ['a'], 'Sari');
  await contact('5215512345678', ['b'], 'Sari');
  expect((await preview()).body).toMatchObject({ total_recipients: 6, same_person: 1 });
  const { rows } = await ctx.pool.query(
    `insert into people (account_id, created_at) values ($1, now()), ($1, now()), ($1, now()) returning id`,
    [account.id],
  );
  await ctx.pool.query(
    `insert into person_identities (account_id, kind, value, person_id)
     select $1, 'phone', '6281200000' || n, ($2::bigint[])[n] from generate_series(1, 3) n`,
    [account.id, rows.map(({ id }) => id)],
  );
  await ctx.pool.query('update people set merged_into = $2 where account_id = $1 and id > $2', [
    account.id,
    rows[0].id,
  ]);

  expect((await preview()).body).toMatchObject({ total_recipients: 6, opted_out: 0, same_person: 3 });

  await ctx.pool.query(
    `insert into opt_outs (account_id, phone, created_at) values ($1, '62812000002', now())`,
    [account.id],
  );
  expect((await preview()).body).toMatchObject({ total_recipients: 6, opted_out: 3, same_person: 1 });
});
