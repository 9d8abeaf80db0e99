import { afterAll, expect, test } from 'vitest';
import { exhaust, look, openScene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { HOUR } from '../../platform/lib/clock.ts';
import { changeBroadcast } from './change.ts';
import { ChangeBroadcast } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const parts = { ctx, templates: noTemplates };

async function scheduled() {
  const scene = await openScene(ctx, { contacts: 2 });
  const startsAt = new Date(ctx.now().getTime() + HOUR);
  const id = await scene.create({ scheduled_at: startsAt, delay_min_seconds: 5, delay_max_seconds: 9 });
  return {
    ...scene,
    id,
    startsAt,
    change: (input: ChangeBroadcast) => changeBroadcast(parts, scene.account, id, input, async () => null),
  };
}

test('text, name, time and quiet hours of a scheduled broadcast change, and the rest stays', async () => {
  const { id, startsAt, change, read, ...scene } = await scheduled();
  const later = new Date(startsAt.getTime() + HOUR);
  const quiet_hours = { from: '21:00', to: '08:00', timezone: 'Asia/Jakarta' };

  await change({ message_template: 'Maaf, besok {nama}', name: 'Besok', scheduled_at: later, quiet_hours });
  await change({ delay_max_seconds: 60 });
  const changed = await read(id);
  await change({ quiet_hours: null, delay_min_seconds: 0, delay_max_seconds: 0 });
  ctx.clock.advance(HOUR);
  await exhaust(ctx, scene);
  const early = scene.sent.length;
  ctx.clock.advance(HOUR);
  await exhaust(ctx, scene);

  expect(changed).toMatchObject({
    name: 'Besok',
    template: 'Maaf, besok {nama}',
    scheduled_at: later,
    quiet_hours,
    delay_min_seconds: 5,
    delay_max_seconds: 60,
    total_recipients: 2,
  });
  expect([early, scene.sent.map(({ body }) => body)]).toEqual([
    0,
    ['Maaf, besok Kak 0', 'Maaf, besok Kak 1'],
  ]);
});

test('other recipients replace all of the former ones, and an impossible choice changes nothing', async () => {
  const { id, change, ...scene } = await scheduled();
  const { rows: contacts } = await ctx.pool.query(
    `select id from contacts where account_id = $1 order by id`,
    [scene.account.id],
  );
  const second = Number(contacts[1]?.id);

  await expect(change({ tags: ['nobody'] })).rejects.toMatchObject({ code: 'no_recipients_matched' });
  await change({ tags: [], contact_ids: [] });
  const before = await scene.read(id);
  await change({ contact_ids: [second], scheduled_at: null });
  const after = await scene.read(id);
  await exhaust(ctx, scene);

  expect([before.total_recipients, after.total_recipients]).toEqual([2, 1]);
  expect(scene.sent.map(({ body }) => body)).toEqual(['Halo Kak 1']);
});

test('without a time the broadcast starts now', async () => {
  const { id, change, ...scene } = await scheduled();

  await change({ scheduled_at: null });
  await look(ctx);
  await scene.carry();

  expect(await scene.counts(id)).toMatchObject({ status: 'running', sent: 1 });
});

test('a broadcast that has started does not change', async () => {
  const { id, change, ...scene } = await scheduled();
  ctx.clock.advance(HOUR);
  await look(ctx);

  await expect(change({ message_template: 'Terlambat' })).rejects.toMatchObject({
    code: 'broadcast_not_scheduled',
  });
  expect((await scene.read(id)).template).toBe('Halo {nama}');
});

test('a change and the start exclude each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { change, ...scene } = await scheduled();
    ctx.clock.advance(HOUR);

    const [changed] = await Promise.allSettled([change({ message_template: 'Tepat waktu' }), look(ctx)]);
    await exhaust(ctx, scene);

    const text = changed.status === 'fulfilled' ? 'Tepat waktu' : 'Halo Kak 0';
    expect(scene.sent.map(({ body }) => body)).toEqual([text]);
  }
});

test('wrong delays, two messages and unknown broadcasts are refused', async () => {
  const { change, account } = await scheduled();

  await expect(change({ delay_min_seconds: 20 })).rejects.toMatchObject({
    errors: { delay_max_seconds: ['must not be less than delay_min_seconds'] },
  });
  await expect(changeBroadcast(parts, account, 999_999, {}, async () => null)).rejects.toMatchObject({
    code: 'broadcast_not_found',
  });
  const both = { message_template: 'Halo', template: { name: 'promo', language: 'id' } };
  expect(ChangeBroadcast.safeParse(both).error?.issues[0]?.path).toEqual(['template']);
});
