import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { BUDI, PHONE_ID } from '../../../sandbox/graph/test-cloud.ts';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { openOfficialLine } from '../../../test/harness/official-line.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { until } from '../../../test/harness/until.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import { OFFICIAL_WEBHOOK_PATH } from '../messages/official/routes.ts';
import { settleSilent } from '../messages/queue/evidence.ts';
import { failKept, failUnresolved } from '../messages/queue/settle-store.ts';
import { startBroadcastRunner } from './runner/runner.ts';

const KEPT = 'held_for_quality_assessment';
const { ctx, cloud, account, device } = await openOfficialLine({ onEnd: afterAll });
const service = await openService(ctx, { url: cloud.current.url, token: CONTROL_TOKEN });
const { api } = await service.customerOf(account, device.device_uuid);
await service.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = service.http.server.address() as AddressInfo; // a TCP listener has no other kind of address
await cloud.post('/sandbox/cloud', { callback_url: `http://127.0.0.1:${port}${OFFICIAL_WEBHOOK_PATH}` });
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

const NUMBER = `/sandbox/cloud/numbers/${PHONE_ID}`;
const components = [{ type: 'BODY', text: 'Halo {{1}}, ada promo.' }];
await cloud.post(NUMBER, {
  templates: [{ name: 'promo', language: 'id', category: 'MARKETING', status: 'APPROVED', components }],
  announce: false,
});
const template = { name: 'promo', language: 'id', variables: ['Kak'] };
const answerWith = (message_status: string) => cloud.post(NUMBER, { behaviour: { message_status } });
const end = (action: 'release' | 'drop') => cloud.post(`${NUMBER}/kept`, { action });
let keys = 0;

async function send(to = BUDI): Promise<number> {
  keys += 1;
  const body = { device_uuid: device.device_uuid, to, type: 'template', template };
  const { status, body: message } = await api('POST', '/v1/messages', body, {
    'idempotency-key': `k${keys}`,
  });
  expect([status, message]).toMatchObject([202, { status: 'queued' }]);
  return message.id;
}
const read = async (id: number): Promise<Json> => (await api('GET', `/v1/messages/${id}`)).body;
const shows = (id: number, fields: object) =>
  until(async () => {
    const message = await read(id);
    return Object.entries(fields).every(([key, value]) => message[key] === value) && message;
  });
const sendsTo = async (to: string): Promise<number> => {
  const { body } = await cloud.get(`/sandbox/cloud/requests?call=messages&to=${to}`);
  return body.data.length;
};
/** Everything that could end or repeat a message without a status, as it is after this time. */
async function sweep(ms: number): Promise<void> {
  const now = new Date(Date.now() + ms);
  await settleSilent(ctx, now);
  await failUnresolved(ctx.db, ['official_cloud'], now);
  await failKept(ctx.db, now);
}

test.each([
  ['release', KEPT, { status: 'delivered' }],
  ['release', 'paused', { status: 'delivered' }],
  ['drop', KEPT, { status: 'failed', error: { code: '132015' } }],
] as const)(
  'a message that waits until the %s of %s is queued, and goes out once',
  async (action, word, last) => {
    const to = `62812345600${keys}`;
    await answerWith(word);
    const id = await send(to);

    const kept = await shows(id, { kept_reason: word });
    await sweep(DAY - MINUTE);
    const later = await read(id);
    await end(action);
    const settled = await shows(id, { status: last.status });

    expect(kept).toMatchObject({ status: 'queued', wa_message_id: null });
    expect(later).toEqual(kept);
    expect(settled).toMatchObject(last);
    expect(settled).not.toHaveProperty('kept_reason');
    expect(await sendsTo(to)).toBe(1);
  },
);

test('a message about which the provider says nothing for a day fails, and is not sent again', async () => {
  await answerWith(KEPT);
  const id = await send('6281234560099');
  await shows(id, { kept_reason: KEPT });

  await sweep(DAY + MINUTE);
  const failed = await read(id);

  expect(failed).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
  expect(await sendsTo('6281234560099')).toBe(1);
  await end('drop');
});

test('a broadcast tells messages that are kept back from sent ones, and ends when they are settled', async () => {
  for (const phone of ['6281234567801', '6281234567802', '6281234567803'])
    await api('POST', '/v1/contacts', { phone, name: 'Kak', tags: ['kept'] });
  await answerWith(KEPT);
  const plan = { name: 'Promo', device_uuid: device.device_uuid, tags: ['kept'], template };
  const { body: created } = await api('POST', '/v1/broadcasts', {
    ...plan,
    ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
  });
  const broadcast = async (): Promise<Json> => (await api('GET', `/v1/broadcasts/${created.id}`)).body;

  const waiting = await until(async () => {
    const shown = await broadcast();
    return shown.kept_count === 3 && shown;
  });
  await api('POST', `/v1/broadcasts/${created.id}/pause`);
  await api('POST', `/v1/broadcasts/${created.id}/resume`);
  await end('release');
  const completed = await until(async () => {
    const shown = await broadcast();
    return shown.status === 'completed' && shown;
  });

  expect(waiting).toMatchObject({
    ...{ status: 'running', sent_count: 0, failed_count: 0 },
    recipients_by_status: { pending: 3, sent: 0, failed: 0 },
  });
  expect(completed).toMatchObject({ sent_count: 3, kept_count: 0 });
  expect(await sendsTo('6281234567802')).toBe(1);
});

test('a status that is faster than the answer settles the message', async () => {
  await cloud.post(NUMBER, { behaviour: { message_status: KEPT, status_before_response: true } });
  await cloud.post('/sandbox/cloud/faults', { delay_ms: 200, accepted: true, count: 1 });
  const id = await send('6281234567899');
  const row = await until(async () =>
    tablesOf(ctx.db)
      .selectFrom('messages')
      .select(['reserved_wa_id', 'maybe_written'])
      .where('public_id', '=', id)
      .where('maybe_written', '=', true)
      .executeTakeFirst(),
  );

  await report(row.reserved_wa_id ?? '', { status: 'sent' });
  await shows(id, { status: 'sent' });
  await until(async () => (await sendsTo('6281234567899')) === 1);

  expect(await read(id)).toMatchObject({ status: 'sent' });
  await cloud.post(NUMBER, { behaviour: { status_before_response: false } });
});

test('a message shows the warning of the provider beside its status', async () => {
  await answerWith('accepted');
  const id = await send('6281234567804');
  const { wa_message_id } = await shows(id, { status: 'delivered' });
  const errors = [{ code: 131060, title: 'Message unavailable' }];

  await report(null, { id: wa_message_id, status: 'warning', errors });
  const warned = await until(async () => {
    const message = await read(id);
    return message.warning && message;
  });

  expect(warned).toMatchObject({
    ...{ status: 'delivered', warning: { code: '131060', message: 'Message unavailable' } },
  });
});

/** One status of the number, as the provider sends it. */
function report(reference: string | null, status: object) {
  const about = { display_phone_number: '628110000001', phone_number_id: PHONE_ID };
  const named = reference === null ? {} : { biz_opaque_callback_data: reference };
  const one = { id: 'wamid.early', timestamp: '1764345600', ...named, ...status };
  const value = { messaging_product: 'whatsapp', metadata: about, statuses: [one] };
  return cloud.post(`${NUMBER}/events`, { field: 'messages', value });
}
