import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { dyingAfter, look, openScene, type Scene } from '../../../../test/harness/broadcast-scene.ts';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { watchAnswers } from '../../../../test/harness/statements.ts';
import { until } from '../../../../test/harness/until.ts';
import { type Context, createContext } from '../../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { claimForBroadcasts, maintainBroadcasts, startBroadcastRunner } from './runner.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '7:20,100000' } });

/** Another process on the same database. Its runner stops when the test ends, if not before. */
function startProcess(on: TestContext = ctx) {
  const { config, databaseUrl, box, log, now } = on;
  const own = createContext({ config, databaseUrl, box, log, name: 'another process', now });
  const runner = startBroadcastRunner(own);
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= runner.stop().then(() => own.close());
    return stopping;
  };
  onTestFinished(stop);
  return { stop };
}

/** The provider acknowledges due messages until the broadcast has the status. */
const carryUntil = (scene: Scene, id: number, status: string) =>
  until(async () => {
    await scene.carry();
    return (await scene.read(id)).status === status;
  });

/** Each of these recipients has been sent exactly one text. */
function expectOnceEach(scene: Scene, recipients: number): void {
  const phones = scene.sent.map(({ phone }) => phone).sort();
  expect(phones).toEqual(Array.from({ length: recipients }, (_, n) => String(628_110_000_000 + n)));
}

test('a due broadcast starts, and a scheduled one at its time, also after a restart', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  const dueAt = new Date(ctx.now().getTime() + HOUR);
  const first = startProcess();
  const [soon, later] = [await scene.create(), await scene.create({ scheduled_at: dueAt })];
  await carryUntil(scene, soon, 'completed');
  await first.stop();

  ctx.clock.set(new Date(dueAt.getTime() - 1));
  await look(ctx);
  expect(await scene.read(later)).toMatchObject({ status: 'scheduled', started_at: null });
  startProcess();
  ctx.clock.advance(1);
  await carryUntil(scene, later, 'completed');

  expect(await scene.read(later)).toMatchObject({ started_at: dueAt, scheduled_at: dueAt });
});

test('two processes claim for one broadcast: one message and one unit per recipient', async () => {
  const scene = await openScene(ctx, { contacts: 300, plan: { monthly_quota: 300 } });
  const id = await scene.create();
  startProcess();
  startProcess();

  await carryUntil(scene, id, 'completed');

  expectOnceEach(scene, 300);
  expect(await scene.unitsUsed()).toBe(300);
  expect(await scene.counts(id)).toMatchObject({ sent: 300, failed: 0, pending: 0 });
});

test('concurrent claims of several processes keep the hourly limit of a young number', async () => {
  const scene = await openScene(ctx, { contacts: 30, pairedDays: 1 });
  const ids = await Promise.all([scene.create(), scene.create(), scene.create()]);
  const others = Array.from({ length: 3 }, () => {
    const { config, databaseUrl, box, log, now } = ctx;
    const own = createContext({ config, databaseUrl, box, log, name: 'another process', now });
    onTestFinished(() => own.close());
    return own;
  });

  for (let n = 0; n < 6; n += 1) {
    await Promise.all(others.map((own: Context) => look(own)));
    await scene.carry();
  }

  expect(scene.sent).toHaveLength(20);
  const claimed = await Promise.all(ids.map(async (id) => (await scene.read(id)).claimed));
  expect(claimed.reduce((sum, each) => sum + each, 0)).toBe(20);
});

test('a claim that is killed after any of its statements loses and repeats no recipient', async () => {
  const scene = await openScene(ctx, { contacts: 8, plan: { monthly_quota: 8 } });
  await ctx.pool.query(
    `insert into opt_outs (account_id, phone, created_at) values ($1, '628110000003', now())`,
    [scene.account.id],
  );
  const id = await scene.create();
  let cuts = 0;

  // Each call survives one statement more, until a whole call succeeds.
  for (let statements = 0; (await scene.read(id)).claimed === 0; statements += 1) {
    cuts += 1;
    await look(dyingAfter(ctx, statements)).catch(() => {});
    const messages = await scene.messages(id);
    expect(messages).toHaveLength((await scene.read(id)).claimed);
    expect(await scene.unitsUsed()).toBe(messages.filter(({ due }) => due).length);
  }
  await scene.carry();
  await look(ctx);
  await scene.carry();
  await look(ctx);

  expect(cuts).toBeGreaterThan(8);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 7, failed: 1, pending: 0 });
  expect(await scene.unitsUsed()).toBe(7);
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(7);
  expect(scene.sent).toHaveLength(7);
});

test('an error of one broadcast does not affect the others', async () => {
  const [broken, sound] = [await openScene(ctx, { contacts: 2 }), await openScene(ctx, { contacts: 2 })];
  const [id, other] = [await broken.create(), await sound.create()];
  // An impossible row, as an example of any error.
  await ctx.pool.query('update broadcasts set total_recipients = 1 where id = $1', [id]);

  await look(ctx);

  expect(await broken.read(id)).toMatchObject({ status: 'running', claimed: 0 });
  expect(await sound.read(other)).toMatchObject({ claimed: 2 });
  await ctx.pool.query(`update broadcasts set status = 'cancelled' where id = $1`, [id]);
});

test('blocked claims do not keep other broadcasts from starting and pausing', async () => {
  const slow = [await openScene(ctx, { contacts: 1 }), await openScene(ctx, { contacts: 1 })];
  const other = await openScene(ctx, { contacts: 1 });
  const blocker = new pg.Client(ctx.databaseUrl);
  await blocker.connect();
  await blocker.query('begin');
  for (const { account } of slow) {
    const month = [account.id, ctx.now().toISOString().slice(0, 7)];
    await blocker.query('insert into usage_months (account_id, period) values ($1, $2)', month);
  }
  await Promise.all(slow.map((scene) => scene.create()));
  startProcess();
  onTestFinished(() => blocker.end());
  await until(async () => {
    const { rows } = await ctx.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rows[0]?.waiting ?? 0) >= slow.length;
  });

  const id = await other.create();
  await until(async () => (await other.read(id)).status === 'running');
  await other.setDevice({ status: 'disconnected' });
  await until(async () => (await other.read(id)).status === 'paused');

  expect(await other.read(id)).toMatchObject({ reason: 'device_disconnected', claimed: 0 });
});

test('a lost connection to the database during one claim does not affect other broadcasts', async () => {
  const [broken, sound] = [await openScene(ctx, { contacts: 2 }), await openScene(ctx, { contacts: 2 })];
  const ids = [await broken.create(), await sound.create()];
  await maintainBroadcasts(ctx);
  await ctx.pool.query('update broadcasts set next_at = $2 where id = $1', [ids[0], new Date(0)]);

  await claimForBroadcasts(cuttingOff(broken.device.id));

  const claimed = await Promise.all([broken.read(ids[0] ?? 0), sound.read(ids[1] ?? 0)]);
  expect(claimed.map((each) => each.claimed)).toEqual([0, 2]);
});

/** A context whose connection to the database ends when it claims for this device. */
function cuttingOff(deviceId: number): Context {
  const db = watchAnswers(ctx.db, (rows) => {
    if (rows.some((row) => 'template' in row && 'device_id' in row && row.device_id === deviceId)) {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    }
  });
  return { ...ctx, db };
}

longTest(
  'ten thousand recipients without delays get one message each, and the counts always add up',
  async () => {
    const scene = await openScene(ctx, { contacts: 10_000, engine: 'official_cloud' });
    const config = { ...ctx.config, KURIR_CLOUD_MESSAGES_PER_SECOND: 1_000 };
    const id = await scene.create();

    for (let claimed = 0; claimed < 10_000; claimed = (await scene.read(id)).claimed) {
      await look({ ...ctx, config });
      await scene.carry();
      const { pending, sent, failed } = await scene.counts(id);
      expect(pending + sent + failed).toBe(10_000);
    }
    await look(ctx);

    expectOnceEach(scene, 10_000);
    expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 10_000 });
  },
  5 * MINUTE,
);

/** A device with running broadcasts of two recipients each. */
async function crowdedScene(broadcasts: number) {
  const scene = await openScene(ctx, { contacts: 2 });
  const id = await scene.create();
  await ctx.pool.query(
    `with more as (
       insert into broadcasts (account_id, device_id, name, template, seed, delay_min_seconds, delay_max_seconds,
         status, total_recipients, next_at, created_at)
       select account_id, device_id, name, template, seed, 0, 0, status, total_recipients, next_at, created_at
       from broadcasts cross join generate_series(2, $2) where id = $1
       returning id
     )
     insert into broadcast_targets (broadcast_id, first_place, contacts)
     select more.id, first_place, contacts from more cross join broadcast_targets where broadcast_id = $1`,
    [id, broadcasts],
  );
  const count = async (of: string): Promise<number> => {
    const { rows } = await ctx.pool.query(
      `select count(*)::int as n from broadcasts where device_id = $1 and ${of}`,
      [scene.device.id],
    );
    return rows[0].n;
  };
  return { scene, count };
}

test(
  'hundreds of broadcasts of a device share its backlog limit, and the runner waits for the device',
  async () => {
    const { scene, count } = await crowdedScene(520);

    await look(ctx);
    const waitMs = await look(ctx);

    const due = await scene.take();
    expect(due).toHaveLength(30);
    expect(await count('claimed > 0')).toBe(30);
    expect(waitMs).toBe(100);
  },
  5 * MINUTE,
);

test('all broadcasts of a device are claimed in rounds and completed', async () => {
  const { scene, count } = await crowdedScene(45);
  const begun: number[] = [];

  for (let n = 0; n < 5; n += 1) {
    ctx.clock.advance(1);
    await look(ctx);
    begun.push(await count('claimed > 0'));
    await scene.carry();
  }
  await look(ctx);

  expect(begun.slice(0, 3)).toEqual([30, 45, 45]);
  expect(await count("status = 'completed'")).toBe(45);
  expect(scene.sent).toHaveLength(90);
});

test('messages without an answer of the engine delay other broadcasts of the device for ten minutes', async () => {
  const scene = await openScene(ctx, { contacts: 40 });
  await scene.create();
  await look(ctx);
  expect(await scene.take()).toHaveLength(30);
  const other = await scene.create();

  ctx.clock.advance(10 * MINUTE - 1);
  await look(ctx);
  const before = await scene.read(other);
  ctx.clock.advance(1);
  await look(ctx);

  expect([before.claimed, (await scene.read(other)).claimed]).toEqual([0, 15]);
});

test('a stop waits for running claims and starts no new ones', async () => {
  const scene = await openScene(ctx, { contacts: 50, engine: 'official_cloud' });
  const process = startProcess();
  const id = await scene.create({ delay_min_seconds: 1, delay_max_seconds: 1 });
  await until(async () => (await scene.read(id)).claimed === 1);

  await process.stop();
  ctx.clock.advance(SECOND);

  expect(await scene.read(id)).toMatchObject({ claimed: 1, status: 'running' });
});
