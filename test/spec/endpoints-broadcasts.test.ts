import { afterAll, expect } from 'vitest';
import { HOUR } from '../../src/platform/lib/clock.ts';
import { look } from '../harness/broadcast-scene.ts';
import { testContext } from '../harness/context.ts';
import { withinOneMinute } from '../harness/minute.ts';
import { insertDevice } from '../harness/rows.ts';
import { type Customer, openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

let drawn = 0.5;
/** The same numbers in each run, spread over all there are. */
const random = () => {
  drawn = (drawn * 997 + 0.123) % 1;
  return drawn;
};
const ctx = await testContext({ parts: { random }, cleanup: afterAll });
// Far from the end of a month, with which the quota ends.
ctx.clock.set(new Date('2026-06-15T12:00:00Z'));
const service = await openService(ctx);

/** A business with `contacts` contacts, all tagged. */
async function open(contacts: number, plan: Parameters<typeof service.customer>[0] = {}) {
  const customer = await service.customer(plan);
  const ids: number[] = [];
  for (let n = 0; n < contacts; n += 1) {
    const contact = { phone: String(6_281_200_000_000 + n), name: `Kak ${n}`, tags: ['semua', `ke-${n}`] };
    ids.push((await customer.api('POST', '/v1/contacts', contact)).body.id);
  }
  return { customer, ids };
}

const { customer: shop, ids } = await open(3);
const nobody = await service.customer();

const create = (fields: object = {}, customer: Customer = shop) => {
  const valid = {
    device_uuid: customer.deviceUuid,
    name: 'Promo',
    message_template: 'Halo',
    tags: ['semua'],
  };
  return customer.api('POST', '/v1/broadcasts', { ...valid, ...fields });
};
const read = async (id: number) => (await shop.api('GET', `/v1/broadcasts/${id}`)).body;
const resume = (id: number) => shop.api('POST', `/v1/broadcasts/${id}/resume`);
const pause = (id: number) => shop.api('POST', `/v1/broadcasts/${id}/pause`);

/** What is wrong with the broadcast that differs from a good one by this. */
const complaints = async (fields: object) => {
  const { status, body } = await create(fields);
  return status === 422 ? Object.keys(body.errors ?? {}) : status;
};

/** Recipients that have become messages, by place. */
async function claimed(id: number): Promise<{ body: string; at: number; phone: string }[]> {
  const { rows } = await ctx.pool.query<{ body: string; created_at: Date; phone: string }>(
    'select body, created_at, phone from messages where broadcast_id = $1 order by broadcast_place',
    [id],
  );
  return rows.map(({ body, created_at, phone }) => ({ body, at: created_at.getTime(), phone }));
}

/** The engine sends what is due. */
const sendDue = () =>
  ctx.pool.query(`update messages set due = false, status = 'sent' where broadcast_id is not null and due`);

/** Milliseconds from one recipient of the broadcast to the next; each comes exactly when it is due, and not before. */
async function waits(id: number, recipients: number): Promise<number[]> {
  for (let n = 1; n <= recipients; n += 1) {
    const { rows } = await ctx.pool.query<{ next_at: Date }>('select next_at from broadcasts where id = $1', [
      id,
    ]);
    const due = rows[0]?.next_at ?? ctx.now();
    if (due > ctx.now()) {
      ctx.clock.set(new Date(due.getTime() - 1));
      await look(ctx);
      expect(await claimed(id)).toHaveLength(n - 1);
      ctx.clock.set(due);
    }
    await look(ctx);
    await sendDue();
  }
  const times = (await claimed(id)).map(({ at }) => at);
  return times.slice(1).map((at, n) => at - (times[n] ?? 0));
}

contract('Endpoints > Broadcasts > POST /v1/broadcasts', async () => {
  const { status, body } = await create();

  expect(status).toBe(201);
  expect(await read(body.id)).toMatchObject({ id: body.id, name: 'Promo', total_recipients: 3 });
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > device_uuid', async () => {
  const other = await insertDevice(ctx, shop.account, { status: 'disconnected' });
  const theirs = await create({ device_uuid: nobody.deviceUuid });

  const { status, body } = await create({ device_uuid: other.device_uuid });

  expect([status, (await read(body.id)).device_uuid]).toEqual([201, other.device_uuid]);
  expect([theirs.status, theirs.body.error]).toEqual([404, 'device_not_found']);
  expect(await complaints({ device_uuid: undefined })).toEqual(['device_uuid']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > name', async () => {
  const { body } = await create({ name: 'Gajian 🎉 "Juni"' });

  expect((await read(body.id)).name).toBe('Gajian 🎉 "Juni"');
  expect(await complaints({ name: '' })).toEqual(['name']);
  expect(await complaints({ name: 7 })).toEqual(['name']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > message_template', async () => {
  const { customer } = await open(30);
  const template = '{Halo|Hai|Selamat pagi} {nama}, {ini} | itu';
  const { body } = await create(
    { message_template: template, delay_min_seconds: 0, delay_max_seconds: 0 },
    customer,
  );
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ paired_at: new Date(0) })
    .where('device_uuid', '=', customer.deviceUuid)
    .execute();

  await look(ctx);

  const texts = (await claimed(body.id)).map((message) => message.body);
  const chosen = texts.map((text, n) => text.replace(` Kak ${n}, {ini} | itu`, ''));
  expect(texts).toHaveLength(30);
  expect([...new Set(chosen)].toSorted()).toEqual(['Hai', 'Halo', 'Selamat pagi']);
  expect(await complaints({ message_template: ' ' })).toEqual(['message_template']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > tags', async () => {
  const one = await create({ tags: ['ke-0'] });
  const several = await create({ tags: ['ke-0', 'ke-1', 'tidak ada'] });
  const all = await create({ tags: ['ke-0', 'semua'] });

  expect([one, several, all].map(({ body }) => body.total_recipients)).toEqual([1, 2, 3]);
  expect(await complaints({ tags: 'semua' })).toEqual(['tags']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > contact_ids', async () => {
  const byId = await create({ tags: undefined, contact_ids: [ids[2], ids[0], ids[0], 987_654_321] });
  const both = await create({ tags: ['ke-1'], contact_ids: [ids[0]] });

  expect([byId.body.total_recipients, both.body.total_recipients]).toEqual([2, 2]);
  expect(await complaints({ contact_ids: ['a'] })).toEqual(['contact_ids.0']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > delay_min_seconds', async () => {
  const { customer } = await open(8);
  const { body } = await create({ delay_min_seconds: 15 }, customer);

  const gaps = await waits(body.id, 8);

  expect(gaps.every((gap) => gap >= 15_000 && gap <= 20_000)).toBe(true);
  expect(await complaints({ delay_min_seconds: -1 })).toEqual(['delay_min_seconds']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > delay_max_seconds', async () => {
  const { customer } = await open(8);
  const { body } = await create({ delay_max_seconds: 7 }, customer);

  const gaps = await waits(body.id, 8);

  expect(gaps.every((gap) => gap >= 5_000 && gap <= 7_000)).toBe(true);
  expect(await complaints({ delay_min_seconds: 8, delay_max_seconds: 7 })).toEqual(['delay_max_seconds']);
});

contract('Limits > Broadcast delay', async () => {
  const { customer } = await open(12);
  const { body } = await create({}, customer);

  const gaps = await waits(body.id, 12);

  expect(gaps).toHaveLength(11);
  expect(gaps.every((gap) => gap >= 5_000 && gap <= 20_000)).toBe(true);
  expect(new Set(gaps).size).toBeGreaterThan(1);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > scheduled_at', async () => {
  const later = new Date(ctx.now().getTime() + HOUR);

  const now = await create({ scheduled_at: null });
  const scheduled = await create({ scheduled_at: later.toISOString() });

  await look(ctx);
  expect([now.body.status, (await read(now.body.id)).status]).toEqual(['draft', 'running']);
  expect([scheduled.body.status, (await read(scheduled.body.id)).status]).toEqual(['scheduled', 'scheduled']);
  expect(await complaints({ scheduled_at: 'nanti' })).toEqual(['scheduled_at']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 1', async () => {
  const answers = [
    await create({ tags: undefined }),
    await create({ tags: [], contact_ids: [] }),
    await create({ tags: null, contact_ids: null }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    Array(3).fill([422, 'no_recipients_targeted']),
  );
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 2', async () => {
  const answers = [
    await create({ tags: ['tidak ada'] }),
    await create({ tags: undefined, contact_ids: [987_654_321] }),
    // Of another account.
    await create({ tags: undefined, contact_ids: ids }, nobody),
  ];

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    Array(3).fill([422, 'no_recipients_matched']),
  );
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts > Rules > 3', async () => {
  const { status, body } = await create();

  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.any(Number), status: 'draft', total_recipients: 3 });
});

contract('Endpoints > Broadcasts > GET /v1/broadcasts/{id}', async () => {
  const { body } = await create();

  const { status, body: shown } = await shop.api('GET', `/v1/broadcasts/${body.id}`);
  const foreign = await nobody.api('GET', `/v1/broadcasts/${body.id}`);

  expect(status).toBe(200);
  expect(shown).toMatchObject({
    id: body.id,
    name: 'Promo',
    status: 'draft',
    total_recipients: 3,
    sent_count: 0,
    failed_count: 0,
    recipients_by_status: { pending: 3, sent: 0, failed: 0 },
    scheduled_at: null,
    started_at: null,
    completed_at: null,
  });
  expect([foreign.status, foreign.body.error]).toEqual([404, 'broadcast_not_found']);
});

contract('Endpoints > Broadcasts > POST /v1/broadcasts/{id}/resume', async () => {
  const { body } = await create();
  await pause(body.id);

  const resumed = await resume(body.id);
  const again = await resume(body.id);

  expect([resumed.status, resumed.body]).toEqual([
    200,
    { id: body.id, status: 'running', total_recipients: 3 },
  ]);
  expect([again.status, again.body.error]).toEqual([422, 'broadcast_not_paused']);
});

contract('Errors > no_recipients_targeted', async () => {
  const { status, body } = await create({ tags: undefined });

  expect(status).toBe(422);
  expect(body).toEqual({ error: 'no_recipients_targeted', message: expect.any(String) });
});

contract('Errors > no_recipients_matched', async () => {
  const { status, body } = await create({ tags: ['tidak ada'] });

  expect(status).toBe(422);
  expect(body).toEqual({ error: 'no_recipients_matched', message: expect.any(String) });
});

contract('Errors > broadcast_not_paused', async () => {
  const scheduled = await create({ scheduled_at: '2999-01-01T00:00:00Z' });
  const ended = await create();
  await shop.api('POST', `/v1/broadcasts/${ended.body.id}/cancel`);

  const answers = await Promise.all([scheduled, ended, await create()].map(({ body }) => resume(body.id)));

  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(answers[0]?.body).toEqual({ error: 'broadcast_not_paused', message: expect.any(String) });
});

contract('Errors > device_not_connected', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { status: 'disconnected' });
  const { body } = await create({ device_uuid });
  const before = await resume(body.id);
  await pause(body.id);

  const answer = await resume(body.id);

  expect(before.body.error).toBe('broadcast_not_paused');
  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({ error: 'device_not_connected', message: expect.any(String) });
});

contract('Limits > Three independent limits apply to sending', async () => {
  const { customer } = await open(22, { rate_per_minute: 1, monthly_quota: 22 });
  const fields = { delay_min_seconds: 0, delay_max_seconds: 0 };

  const { body } = await create(fields, customer);
  await look(ctx);
  const inTheFirstHour = (await claimed(body.id)).length;
  const held = await customer.api('GET', `/v1/broadcasts/${body.id}`);
  await sendDue();
  ctx.clock.advance(HOUR);
  await look(ctx);
  const beyondTheQuota = await create(fields, customer);
  await look(ctx);

  // A number of this age may write to 20 strangers an hour, despite a rate limit of 1. Two come later.
  expect([inTheFirstHour, (await claimed(body.id)).length]).toEqual([20, 22]);
  expect(held.body.status).toBe('running');
  const stopped = await customer.api('GET', `/v1/broadcasts/${beyondTheQuota.body.id}`);
  expect(stopped.body).toMatchObject({ status: 'paused', reason: 'quota_exhausted' });
  const refused = await withinOneMinute(ctx, async () => {
    const fresh = await service.customer({ rate_per_minute: 1, monthly_quota: 0 });
    return [await fresh.send(), await fresh.send()];
  });
  expect(refused.map(({ status }) => status)).toEqual([402, 429]);
});
