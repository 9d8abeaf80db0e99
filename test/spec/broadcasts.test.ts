import { afterAll, expect } from 'vitest';
import { startBroadcastRunner } from '../../src/gateway/broadcasts/runner/runner.ts';
import { HOUR } from '../../src/platform/lib/clock.ts';
import { OWNER } from '../harness/line.ts';
import { openPairedService } from '../harness/service.ts';
import type { Json } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';

/** People with a phone, by their names. */
const PEOPLE = { Ani: '6281200000101', Budi: '6281200000102', Citra: '6281200000103' };
/** A contact without one. */
const NOBODY = '6289900000000';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const AN_HOUR = { delay_min_seconds: 3600, delay_max_seconds: 3600 };

const { line, shop } = await openPairedService();
const { ctx } = line;
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

// A number of this age is not held back here.
await tablesOf(ctx.db)
  .updateTable('devices')
  .set({ paired_at: new Date(0) })
  .execute();
for (const [name, phone] of Object.entries(PEOPLE)) {
  await line.sandbox.post('/sandbox/phones', { number: phone });
  await shop.api('POST', '/v1/contacts', { phone, name, tags: ['semua', name] });
}
const stranger = await shop.api('POST', '/v1/contacts', { phone: NOBODY, name: 'Tiada' });

const create = async (fields: object = {}): Promise<Json> => {
  const content = {
    device_uuid: shop.deviceUuid,
    name: 'Promo',
    message_template: 'Halo {nama}',
    tags: ['semua'],
  };
  const quick = { delay_min_seconds: 0, delay_max_seconds: 0 };
  return (await shop.api('POST', '/v1/broadcasts', { ...content, ...quick, ...fields })).body;
};
const read = async (id: number): Promise<Json> => (await shop.api('GET', `/v1/broadcasts/${id}`)).body;
const becomes = (id: number, status: string) =>
  until(
    async () => {
      const shown = await read(id);
      return shown.status === status && shown;
    },
    { what: `the broadcast ${status}` },
  );
const change = (id: number, name: string) => shop.api('POST', `/v1/broadcasts/${id}/${name}`);
const play = (action: string) => line.sandbox.post(`/sandbox/numbers/${OWNER}/${action}`);
const deviceBecomes = (status: string) =>
  until(async () => (await shop.api('GET', `/v1/devices/${shop.deviceUuid}`)).body.status === status, {
    what: `the device ${status}`,
  });
/** How often this text came in, by name. */
async function arrivals(textFor: (name: string) => string): Promise<Record<string, number>> {
  const counts = Object.entries(PEOPLE).map(async ([name, phone]): Promise<[string, number]> => {
    const texts = await line.textsAt(phone);
    return [name, texts.filter((text) => text === textFor(name)).length];
  });
  return Object.fromEntries(await Promise.all(counts));
}
const EVERYBODY_ONCE = { Ani: 1, Budi: 1, Citra: 1 };

/** A broadcast whose first recipient has its message, and whose others wait for an hour. */
async function begun(fields: object = {}): Promise<Json> {
  const { id } = await create({ ...AN_HOUR, ...fields });
  return until(
    async () => {
      const shown = await read(id);
      return shown.sent_count === 1 && shown;
    },
    { what: 'the first recipient' },
  );
}

contract('What the service does > 4', async () => {
  const at = new Date(Date.now() + 600).toISOString();

  const byTag = await create({ message_template: 'Tag {nama}', tags: ['Ani', 'Budi'], scheduled_at: at });
  const byId = await create({
    message_template: 'Id {nama}',
    tags: undefined,
    contact_ids: [stranger.body.id],
  });

  expect((await becomes(byTag.id, 'completed')).sent_count).toBe(2);
  expect((await becomes(byId.id, 'completed')).failed_count).toBe(1);
  expect(await arrivals((name) => `Tag ${name}`)).toEqual({ Ani: 1, Budi: 1, Citra: 0 });
});

contract('Resources and their fields > Broadcast > id', async () => {
  const { id } = await create({ scheduled_at: '2999-01-01T00:00:00Z' });

  expect(Number.isSafeInteger(id)).toBe(true);
  expect((await read(id)).id).toBe(id);
});

contract('Resources and their fields > Broadcast > name', async () => {
  const { id } = await create({ name: 'Promo 🌸', scheduled_at: '2999-01-01T00:00:00Z' });

  expect((await read(id)).name).toBe('Promo 🌸');
});

contract('Resources and their fields > Broadcast > status', async () => {
  const { id, status } = await create({ tags: ['Ani'] });

  expect(status).toBe('draft');
  expect(await becomes(id, 'completed')).toMatchObject({ status: 'completed' });
});

contract('Resources and their fields > Broadcast > total_recipients', async () => {
  const { id } = await begun();
  await change(id, 'pause');

  const resumed = await change(id, 'resume');

  expect(resumed.body.total_recipients).toBe(3);
  expect((await read(id)).total_recipients).toBe(3);
  await change(id, 'cancel');
});

contract('Resources and their fields > Broadcast > sent_count', async () => {
  const { id } = await create({ message_template: 'Hitung {nama}' });

  expect((await becomes(id, 'completed')).sent_count).toBe(3);
  expect(await arrivals((name) => `Hitung ${name}`)).toEqual(EVERYBODY_ONCE);
});

contract('Resources and their fields > Broadcast > failed_count', async () => {
  const { id } = await create({ tags: ['Ani'], contact_ids: [stranger.body.id] });

  expect(await becomes(id, 'completed')).toMatchObject({
    total_recipients: 2,
    sent_count: 1,
    failed_count: 1,
  });
});

contract('Resources and their fields > Broadcast > recipients_by_status', async () => {
  const { id } = await create({ contact_ids: [stranger.body.id] });
  const looks: Json[] = [];

  await until(async () => {
    looks.push(await read(id));
    return looks.at(-1).status === 'completed';
  });

  for (const { recipients_by_status: counts, sent_count, failed_count } of looks) {
    expect(counts).toEqual({
      pending: 4 - sent_count - failed_count,
      sent: sent_count,
      failed: failed_count,
    });
  }
  expect(looks.at(-1).recipients_by_status).toEqual({ pending: 0, sent: 3, failed: 1 });
});

contract('Resources and their fields > Broadcast > scheduled_at', async () => {
  const now = await create({ tags: ['Ani'] });
  const later = await create({ scheduled_at: '2999-01-01T07:00:00+07:00' });

  expect((await read(now.id)).scheduled_at).toBeNull();
  expect((await read(later.id)).scheduled_at).toBe('2999-01-01T00:00:00.000Z');
});

contract('Resources and their fields > Broadcast > started_at', async () => {
  const later = await create({ scheduled_at: '2999-01-01T00:00:00Z' });
  const { id, started_at } = await begun();
  await change(id, 'pause');
  await change(id, 'resume');

  expect((await read(later.id)).started_at).toBeNull();
  expect(started_at).toMatch(ISO);
  expect((await read(id)).started_at).toBe(started_at);
  await change(id, 'cancel');
});

contract('Resources and their fields > Broadcast > completed_at', async () => {
  const running = await begun();
  await change(running.id, 'cancel');
  const { id } = await create({ tags: ['Ani'] });

  const { completed_at, started_at } = await becomes(id, 'completed');

  expect(running.completed_at).toBeNull();
  expect(completed_at).toMatch(ISO);
  expect(completed_at >= started_at).toBe(true);
});

contract(
  'States and transitions > Broadcast status > Values shown: draft, scheduled, running, paused',
  async () => {
    const draft = await create(AN_HOUR);
    const scheduled = await create({ scheduled_at: '2999-01-01T00:00:00Z' });
    const running = await becomes(draft.id, 'running');
    const paused = await change(draft.id, 'pause');
    await change(draft.id, 'cancel');

    expect([draft, scheduled, running, paused.body].map(({ status }) => status)).toEqual([
      'draft',
      'scheduled',
      'running',
      'paused',
    ]);
  },
);

contract('States and transitions > Broadcast status > (none), POST /v1/broadcasts', async () => {
  const { id, status } = await create({ message_template: 'Langsung {nama}' });
  await becomes(id, 'completed');

  expect(status).toBe('draft');
  expect(await arrivals((name) => `Langsung ${name}`)).toEqual(EVERYBODY_ONCE);
});

contract(
  'States and transitions > Broadcast status > (none), POST /v1/broadcasts with scheduled_at',
  async () => {
    const inAnHour = new Date(Date.now() + HOUR).toISOString();
    const soon = new Date(Date.now() + 600).toISOString();

    const later = await create({ scheduled_at: inAnHour });
    const { id, status } = await create({ message_template: 'Nanti {nama}', scheduled_at: soon });
    const { started_at, scheduled_at } = await becomes(id, 'completed');

    expect([later.status, status]).toEqual(['scheduled', 'scheduled']);
    expect([scheduled_at, started_at >= soon]).toEqual([soon, true]);
    expect(await arrivals((name) => `Nanti ${name}`)).toEqual(EVERYBODY_ONCE);
    expect(await read(later.id)).toMatchObject({ status: 'scheduled', scheduled_at: inAnHour });
  },
);

contract('States and transitions > Broadcast status > (running)', async () => {
  const { id } = await begun();

  await play('drop');
  const paused = await becomes(id, 'paused');
  await play('restore');
  await deviceBecomes('connected');

  expect(paused).toMatchObject({
    reason: 'device_disconnected',
    recipients_by_status: { pending: 2, sent: 1, failed: 0 },
  });
  // The connection alone does not bring it back.
  expect(await read(id)).toMatchObject({ status: 'paused', recipients_by_status: { pending: 2 } });
  await change(id, 'cancel');
});

contract('States and transitions > Broadcast status > paused', async () => {
  const { id, started_at } = await begun({ message_template: 'Lanjut {nama}' });
  await play('drop');
  await becomes(id, 'paused');
  const early = await change(id, 'resume');
  await play('restore');
  await deviceBecomes('connected');

  const resumed = await change(id, 'resume');

  expect([early.status, early.body.error]).toEqual([409, 'device_not_connected']);
  expect([resumed.status, resumed.body]).toEqual([200, { id, status: 'running', total_recipients: 3 }]);
  // The delay goes on through pause and resume; here it ends.
  await tablesOf(ctx.db)
    .updateTable('broadcasts')
    .set({ next_at: new Date() })
    .where('id', '=', id)
    .execute();
  const second = await until(async () => {
    const shown = await read(id);
    return shown.sent_count === 2 && shown;
  });
  expect(second).toMatchObject({ status: 'running', total_recipients: 3, started_at });
  // Each recipient got it at most once.
  expect(Object.values(await arrivals((name) => `Lanjut ${name}`)).toSorted()).toEqual([0, 1, 1]);
  await change(id, 'cancel');
});

contract('States and transitions > Broadcast status > The name of the finished status', async () => {
  const { id } = await create({ tags: ['Budi'] });

  expect((await becomes(id, 'completed')).recipients_by_status.pending).toBe(0);
});

contract(
  'States and transitions > Broadcast status > Recipient statuses: pending, sent, failed',
  async () => {
    const { recipients_by_status, id } = await begun();
    await change(id, 'cancel');

    expect(recipients_by_status).toEqual({ pending: 2, sent: 1, failed: 0 });
  },
);
