import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { exhaust, openScene } from '../harness/broadcast-scene.ts';
import { testContext } from '../harness/context.ts';
import { isLongSeason, kills as planned } from './season.ts';

const PROCESS = fileURLToPath(new URL('./portfolio-limit-process.ts', import.meta.url));
const SECRET_KEY = 'ef'.repeat(32);
/** By hand a broadcast of its real size. */
const { people, limit, perDay, step } = isLongSeason
  ? { people: 5_000, limit: 2_000, perDay: [1_800, 1_800, 1_400], step: 5 }
  : { people: 120, limit: 50, perDay: [45, 45, 30], step: 9 };

const CONTENT = { header: null, body: 'Halo {{1}}', footer: null, buttons: [], unsupported: [] };
const APPROVED = JSON.stringify({ name: 'promo', language: 'id', values: { 1: '{nama}' }, content: CONTENT });

test('runners that are killed at every statement spread a broadcast over days, once to each person', async () => {
  const context = await testContext();
  let now = context.now().getTime();
  const ctx = { ...context, now: () => new Date(now) };
  const scene = await openScene(ctx, { contacts: people, engine: 'official_cloud' });
  await scene.setDevice({ official_daily_limit: limit });
  const id = await scene.create();
  await ctx.pool.query('update broadcasts set approved = $2 where id = $1', [id, APPROVED]);
  let kills = 0;

  /** A process that dies at its n-th statement; each one dies a little later. */
  const runAndDie = async (): Promise<void> => {
    const { databaseUrl } = ctx;
    const given = { databaseUrl, secretKey: SECRET_KEY, now, step: 1 + ((kills * step) % 60), rounds: 4 };
    const child = spawn(process.execPath, [PROCESS, JSON.stringify(given)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    kills += 1;
  };

  const sent: number[] = [];
  for (let day = 0; day < 3; day += 1) {
    const before = scene.sent.length;
    for (let n = 0; n < planned / 3; n += 1) {
      await runAndDie();
      await scene.carry(20);
      now += MINUTE / 2;
    }
    await exhaust(ctx, scene);
    sent.push(scene.sent.length - before);
    now += DAY + HOUR;
  }
  await exhaust(ctx, scene);

  if (isLongSeason) process.stderr.write(`portfolio limit: ${kills} kills, ${sent} people a day\n`);
  expect(sent).toEqual(perDay);
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(people);
  expect(scene.sent).toHaveLength(people);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: people, failed: 0 });
});
