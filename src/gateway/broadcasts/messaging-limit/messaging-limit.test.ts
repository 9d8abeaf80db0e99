import { afterAll, expect, test } from 'vitest';
import {
  dyingAfter,
  exhaust,
  look,
  openScene,
  type Scene,
} from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { claimForBroadcasts } from '../runner/runner.ts';
import { perDayOf } from './messaging-limit.ts';

const context = await testContext({ cleanup: afterAll });
let now = context.now().getTime();
const ctx = { ...context, now: () => new Date(now) };
const pass = (ms: number) => {
  now += ms;
};

const CONTENT = { header: null, body: 'Halo {{1}}', footer: null, buttons: [], unsupported: [] };
const APPROVED = JSON.stringify({ name: 'promo', language: 'id', values: { 1: '{nama}' }, content: CONTENT });

/** A business whose portfolio may write to `limit` people a day, and a broadcast of a template to all contacts. */
async function broadcastTo(contacts: number, limit: number | null) {
  const scene = await openScene(ctx, { contacts, engine: 'official_cloud' });
  const portfolio = { official_portfolio_id: `portfolio-${scene.device.id}`, official_daily_limit: limit };
  await scene.setDevice(portfolio);
  return { scene, portfolio, id: await createTemplate(scene) };
}

async function createTemplate(scene: Scene, fields: { device_uuid?: string } = {}): Promise<number> {
  const id = await scene.create(fields);
  await ctx.pool.query('update broadcasts set approved = $2 where id = $1', [id, APPROVED]);
  return id;
}

/** Until nothing is left to do today. */
async function day(scene: Scene): Promise<number> {
  const before = scene.sent.length;
  await exhaust(ctx, scene);
  return scene.sent.length - before;
}

async function insertMessages(
  device: { id: number; account_id: number },
  phones: readonly string[],
  { hoursAgo, direction = 'out' }: { hoursAgo: number; direction?: 'in' | 'out' },
): Promise<void> {
  const isOut = direction === 'out';
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, due, details, created_at)
     select $1, $2, $3, $4, 'text', $5, phone, false, $6, $7 from unnest($8::text[]) phone`,
    [
      ...[device.account_id, device.id, direction, isOut ? 'api' : 'customer', isOut ? 'sent' : 'received'],
      ...[isOut ? '{"template": {}}' : null, new Date(now - hoursAgo * HOUR), phones],
    ],
  );
}

async function phonesOf(scene: Scene): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ phone: string }>(
    'select phone from contacts where account_id = $1 order by place',
    [scene.account.id],
  );
  return rows.map(({ phone }) => phone);
}

test('a tenth of the limit, at least one, stays for single messages', () => {
  expect([250, 2_000, 100_000, 5].map(perDayOf)).toEqual([225, 1_800, 90_000, 4]);
});

longTest(
  'a broadcast to 5,000 people under a limit of 2,000 ends on the third day, once for each',
  async () => {
    const { scene, id } = await broadcastTo(5_000, 2_000);

    const first = await day(scene);
    const waiting = await scene.read(id);
    pass(23 * HOUR);
    const early = await day(scene);
    pass(HOUR + MINUTE);
    const second = await day(scene);
    pass(MINUTE);
    await day(scene);
    pass(DAY);
    const third = await day(scene);
    pass(MINUTE);
    await day(scene);
    await claimForBroadcasts(ctx);

    expect([first, early, second, third]).toEqual([1_800, 0, 1_800, 1_400]);
    expect(waiting).toMatchObject({ status: 'running', waits_for: 'messaging_limit', reason: null });
    expect(waiting.finish_expected_at?.getTime()).toBeGreaterThan(now - 6 * HOUR);
    expect(waiting.finish_expected_at?.getTime()).toBeLessThan(now + 6 * HOUR);
    expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(5_000);
    expect(scene.sent).toHaveLength(5_000);
    expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 5_000, failed: 0 });
  },
);

test('processes that die in any claim exceed no limit, and write to each person once', async () => {
  const { scene, id } = await broadcastTo(120, 50);
  const perDay: number[] = [];

  while (perDay.length < 3) {
    const before = scene.sent.length;
    for (let statements = 1; statements < 40; statements += 3) {
      await look(dyingAfter(ctx, statements)).catch(() => {});
      await scene.carry(7);
      pass(MINUTE);
    }
    await day(scene);
    perDay.push(scene.sent.length - before);
    pass(DAY);
  }

  expect(perDay).toEqual([45, 45, 30]);
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(120);
  expect(await scene.counts(id)).toMatchObject({ sent: 120, failed: 0 });
});

test('people with an open window do not count, and no more do those who got a template today', async () => {
  const { scene } = await broadcastTo(70, 50);
  const phones = await phonesOf(scene);
  await insertMessages(scene.device, phones.slice(0, 15), { hoursAgo: 5, direction: 'in' });
  await insertMessages(scene.device, phones.slice(15, 20), { hoursAgo: 23 });
  await insertMessages(scene.device, phones.slice(20, 25), { hoursAgo: 25, direction: 'in' });

  expect(await day(scene)).toBe(60);
  // Five of them count since yesterday: they make room, unless they count again since today.
  pass(2 * HOUR);
  expect(await day(scene)).toBe(0);
  pass(22 * HOUR);
  expect(await day(scene)).toBe(10);
});

test('a person whose template was within an open window counts when the window has closed since', async () => {
  const { scene } = await broadcastTo(60, 50);
  const phones = await phonesOf(scene);
  await insertMessages(scene.device, phones.slice(0, 20), { hoursAgo: 25, direction: 'in' });
  await insertMessages(scene.device, phones.slice(0, 20), { hoursAgo: 2 });

  expect(await day(scene)).toBe(45);
});

test('single templates of the last day count, except within an open window', async () => {
  const { scene } = await broadcastTo(60, 50);
  const single = Array.from({ length: 20 }, (_, n) => `62899000000${n + 10}`);
  await insertMessages(scene.device, single.slice(0, 10), { hoursAgo: 3, direction: 'in' });
  await insertMessages(scene.device, single, { hoursAgo: 2 });

  expect(await day(scene)).toBe(35);
});

test('the numbers of one portfolio share the limit, and other numbers have their own', async () => {
  const { scene, portfolio } = await broadcastTo(60, 50);
  const other = await insertDevice(ctx, scene.account, { engine: 'official_cloud' });
  await ctx.pool.query(
    'update devices set official_portfolio_id = $2, official_daily_limit = 50, status = $3 where id = $1',
    [other.id, portfolio.official_portfolio_id, 'connected'],
  );
  await insertMessages(other, ['6289900000001', '6289900000002'], { hoursAgo: 1 });
  const stranger = await broadcastTo(60, 50);

  expect([await day(scene), await day(stranger.scene)]).toEqual([43, 45]);
});

test('a higher limit is used within minutes, and without a limit all others get the message at once', async () => {
  const { scene, id } = await broadcastTo(130, 50);
  const first = await day(scene);

  await scene.setDevice({ official_daily_limit: 100 });
  pass(10 * MINUTE);
  const raised = await day(scene);
  const waiting = await scene.read(id);
  await scene.setDevice({ official_daily_limit: null });
  pass(10 * MINUTE);
  const free = await day(scene);

  expect([first, raised, free]).toEqual([45, 45, 40]);
  expect(waiting.waits_for).toBe('messaging_limit');
});

test('a text reaches only open windows, so that it takes nothing of the limit', async () => {
  const { scene } = await broadcastTo(10, 5);
  await ctx.pool.query('update broadcasts set approved = null where device_id = $1', [scene.device.id]);

  expect(await day(scene)).toBe(10);
});
