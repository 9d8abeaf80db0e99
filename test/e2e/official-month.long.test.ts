import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { PHONE_ID } from '../../sandbox/graph/test-cloud.ts';
import { CONTROL_TOKEN } from '../../sandbox/test-sandbox.ts';
import { startBroadcastRunner } from '../../src/gateway/broadcasts/runner/runner.ts';
import { saveRates } from '../../src/gateway/costs/rates/rates.ts';
import { OFFICIAL_WEBHOOK_PATH } from '../../src/gateway/messages/official/routes.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import { openOfficialLine } from '../harness/official-line.ts';
import { openService } from '../harness/service.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const PEOPLE = 120;
/** Of the recipients one has opted out, and one has an open reply window. */
const [GONE, TALKING] = ['6281234560000', '6281234560001'];
const NUMBER = `/sandbox/cloud/numbers/${PHONE_ID}`;
/** 119 messages of 586.33 each. */
const SUM = [{ currency: 'IDR', amount: '69773.27' }];
const PROMO = { name: 'promo', language: 'id', category: 'marketing', examples: { 1: 'Ani' } };

let shift = 0;
const line = await openOfficialLine({ onEnd: afterAll, now: () => new Date(Date.now() + shift) });
const { ctx, cloud, account, device } = line;
const service = await openService(ctx, { url: cloud.current.url, token: CONTROL_TOKEN });
const { api } = await service.customerOf(account, device.device_uuid);
await service.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = service.http.server.address() as AddressInfo; // a TCP listener has no other kind of address
await cloud.post('/sandbox/cloud', { callback_url: `http://127.0.0.1:${port}${OFFICIAL_WEBHOOK_PATH}` });
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

const get = async (path: string): Promise<Json> => (await api('GET', path)).body;
const nextDay = async () => {
  shift += DAY;
  await cloud.post('/sandbox/cloud/clock', { advance_ms: DAY });
};
const review = (decision: object) =>
  cloud.post(`${NUMBER}/templates/review`, { name: 'promo', language: 'id', ...decision });
const template = (fits: (template: Json) => boolean) =>
  until(async () => {
    const { data } = await get(`/v1/devices/${device.device_uuid}/templates`);
    return data.find((each: Json) => each.name === 'promo' && fits(each)) ?? null;
  });

test('a month: a template is refused, corrected and approved, and its broadcast keeps the limit', async () => {
  const rate = { market: 'Indonesia', category: 'marketing', valid_from: '2026-01-01', currency: 'IDR' };
  await saveRates(ctx, [{ ...rate, amount: '586.33' }]);
  await cloud.post(NUMBER, { messaging_limit: 'TIER_50' });
  const { body: made } = await api('POST', '/v1/templates', {
    ...PROMO,
    ...{ device_uuid: device.device_uuid, body: 'GRATIS {{1}} hari ini' },
  });
  await review({ status: 'REJECTED', reason: 'INVALID_FORMAT' });
  const refused = await template(({ status }) => status === 'rejected');
  await api('PATCH', `/v1/templates/${made.id}`, { body: 'Halo {{1}}, ada diskon hari ini.' });
  await template(({ status }) => status === 'pending');
  await review({ status: 'APPROVED' });
  const approved = await template(({ status }) => status === 'approved');

  const phones = Array.from({ length: PEOPLE }, (_, index) => `62812345${60_000 + index}`);
  const contacts = phones.map((phone) => ({ phone, name: 'Kak', tags: ['promo'] }));
  await api('POST', '/v1/contacts/batch', { contacts });
  await cloud.post(`${NUMBER}/messages`, { from: GONE, text: 'STOP' });
  await cloud.post(`${NUMBER}/messages`, { from: TALKING, text: 'Halo' });
  await until(async () => (await get('/v1/conversations')).data.length === 2);
  const plan = {
    ...{ name: 'Promo', device_uuid: device.device_uuid, tags: ['promo'] },
    ...{ template: { name: 'promo', language: 'id', variables: ['{nama}'] } },
    ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
  };
  const preview = await api('POST', '/v1/broadcasts/preview', plan);
  const { body: created } = await api('POST', '/v1/broadcasts', plan);
  const broadcast = () => get(`/v1/broadcasts/${created.id}`);
  const days: number[] = [];
  for (const expected of [46, 91, 119]) {
    // A broadcast says that it waits before its last messages are sent.
    const shown = await until(async () => {
      const now = await broadcast();
      return now.sent_count >= expected && (now.status === 'completed' || now.waits_for) && now;
    });
    days.push(shown.sent_count);
    await nextDay();
  }
  const { data: sent } = await cloud.get(`${NUMBER}/messages?direction=out`).then(({ body }: Json) => body);
  await until(async () => (await get('/v1/costs')).total.billable === PEOPLE - 1);
  const costs = await get('/v1/costs?group_by=category');

  expect(refused).toMatchObject({ rejection: 'INVALID_FORMAT', sendable: false });
  expect(approved).toMatchObject({ body: 'Halo {{1}}, ada diskon hari ini.', sendable: true });
  expect(preview.body).toMatchObject({
    ...{ total_recipients: PEOPLE, opted_out: 1, costs: { messages: PEOPLE - 1, amounts: SUM } },
    messaging_limit: { per_day: 45, people_left: 45, days: 3 },
  });
  expect(days).toEqual([46, 91, 119]);
  expect(await broadcast()).toMatchObject({ sent_count: PEOPLE - 1, failed_count: 1 });
  expect(sent.map(({ to }: Json) => to).sort()).toEqual(phones.filter((phone) => phone !== GONE));
  expect(costs.total.amounts).toEqual(SUM);
});
