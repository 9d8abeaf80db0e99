import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandProcess } from '../harness/command-process.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { type Json, openShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const NUMBER = '1055701';
const TOKEN = 'EAAG-cost-token';
const CONTACTS = 12;
const phoneOf = (n: number) => String(6_281_377_780_000 + n);

const installed = await preparedInstallation({}, afterAll);
const gateway = await installed.start();
const shop = await openShop(installed, gateway);
const rates = join(installed.folder, 'rates.csv');
writeFileSync(
  rates,
  `market,category,valid_from,currency,amount
Indonesia,marketing,2026-01-01,IDR,586.33
Indonesia,service,2026-01-01,IDR,120.4
`,
);
const { run, end } = commandProcess(installed.env);
await run('rate', 'import', rates);
end();

test('a broadcast pauses at the cap to the cent, people still reply, and a higher cap lets it go on', {
  timeout: 120_000,
}, async () => {
  await shop.sandbox('POST', '/cloud/numbers', {
    ...{ phone_number_id: NUMBER, access_token: TOKEN, display_phone_number: '+62 811-0000-007' },
    ...{ verified_name: 'Toko Hemat', behaviour: { delivered_after_ms: 5, messages_per_second: null } },
    templates: [
      { name: 'promo', language: 'id', category: 'MARKETING', status: 'APPROVED', body_parameters: 0 },
    ],
  });
  const { device_uuid } = (
    await shop.api('POST', '/v1/devices', {
      ...{ engine: 'official_cloud', label: 'Resmi', official_phone_number_id: NUMBER },
      official_access_token: TOKEN,
    })
  ).body;
  for (let n = 0; n < CONTACTS; n += 1)
    await shop.api('POST', '/v1/contacts', { phone: phoneOf(n), name: `Kak ${n}`, tags: ['semua'] });
  const cap = (amount: string) => shop.api('PUT', '/v1/costs/cap', { cap: { amount, currency: 'IDR' } });
  const costs = async () => (await shop.api('GET', '/v1/costs')).body.total;

  const set = await cap('2931.65');
  const broadcast = { device_uuid, name: 'Promo', tags: ['semua'], delay_max_seconds: 0 };
  const template = { name: 'promo', language: 'id' };
  const created = await shop.api('POST', '/v1/broadcasts', { ...broadcast, template });
  const read = async () => (await shop.api('GET', `/v1/broadcasts/${created.body.id}`)).body;
  await until(async () => (await read()).status === 'paused', { what: 'a pause' });

  expect([set.status, created.status]).toEqual([200, 201]);
  expect(await read()).toMatchObject({ reason: 'cost_cap_reached', sent_count: 5, failed_count: 0 });
  await until(async () => (await costs()).messages === 5, { what: 'all charges' });
  expect(await costs()).toMatchObject({ billable: 5, amounts: [{ currency: 'IDR', amount: '2931.65' }] });
  expect((await shop.api('GET', '/v1/costs/cap')).body.cap).toMatchObject({ state: 'reached' });

  await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/messages`, { from: phoneOf(0), text: 'Mau' });
  const chats = async () => (await shop.api('GET', '/v1/conversations')).body.data as Json[];
  const chat = await until(async () => (await chats()).find(({ person }) => person.phone === phoneOf(0)));
  const reply = { body: 'Siap, Kak.' };
  const headers = { 'idempotency-key': 'reply-1' };
  const sent = await shop.api('POST', `/v1/conversations/${chat.id}/messages`, reply, headers);
  const single = { device_uuid, to: phoneOf(0), body: 'Resi: 123' };
  const accepted = await shop.api('POST', '/v1/messages', single, { 'idempotency-key': 'single-1' });
  expect([sent.status, accepted.status]).toEqual([202, 202]);
  await until(async () => (await costs()).messages === 7, { what: 'two answers more' });

  await cap('100000');
  await until(async () => (await read()).status === 'completed', { what: 'the end' });
  await until(async () => (await costs()).messages === CONTACTS + 2, { what: 'all charges' });
  expect((await costs()).amounts).toEqual([{ currency: 'IDR', amount: '7276.76' }]);
  const { data } = (await shop.sandbox('GET', `/cloud/numbers/${NUMBER}/messages?direction=out`)).body;
  const promos = data.filter(({ type }: Json) => type === 'template').map(({ to }: Json) => to);
  expect(promos.toSorted()).toEqual(Array.from({ length: CONTACTS }, (_, n) => phoneOf(n)));
});
