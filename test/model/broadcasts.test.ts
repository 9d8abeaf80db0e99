import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { openScene } from '../harness/broadcast-scene.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import * as steps from './broadcasting.ts';

/** As in model.test.ts. */
const { KURIR_TEST_MODEL_RUNS: runs, KURIR_TEST_MODEL_SEED: seed } = process.env;
const numRuns = Number(runs ?? (isLong ? 15 : 3));
const LIMIT_MS = 15_000 + numRuns * 600;
const SETTINGS = {
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  ...((seed ?? !runs) && { seed: Number(seed ?? 1) }),
};

const ctx = await testContext({
  cleanup: afterAll,
  env: { KURIR_BROADCAST_THROTTLE: String(steps.PER_HOUR) },
});

const index = fc.nat({ max: 20 });
const few = fc.integer({ min: 1, max: 5 });

const STEPS: [weight: number, arbitrary: fc.Arbitrary<steps.Step>][] = [
  [
    8,
    fc
      .record({
        delay: fc.constantFrom(0, 0, 5, 60),
        inMinutes: fc.option(fc.integer({ min: -1, max: 30 }), { freq: 3 }),
      })
      .map(steps.create),
  ],
  [30, fc.constant(steps.run)],
  [5, fc.constant(steps.runTwice)],
  [10, fc.nat({ max: 18 }).map(steps.crash)],
  [15, fc.constantFrom(1, 10, 60, 3_600).map(steps.passTime)],
  [1, fc.constant(steps.passTime(25 * 3_600))],
  [20, few.map(steps.sendNext)],
  [
    25,
    fc
      .tuple(index, fc.constantFrom('sent' as const, 'sent' as const, 'read' as const, 'failed' as const))
      .map((args) => steps.answer(...args)),
  ],
  [2, index.map(steps.refuseLate)],
  [5, few.map(steps.disconnect)],
  [8, fc.constant(steps.reconnect)],
  [3, fc.constant(steps.setAccount('suspended'))],
  [5, fc.constant(steps.setAccount('active'))],
  [10, index.map(steps.resume)],
  [3, index.map(steps.pause)],
  [1, index.map(steps.cancel)],
  [3, fc.option(fc.integer({ min: 0, max: 30 })).map(steps.setQuota)],
  [2, fc.constant(steps.expireQueued)],
  [2, fc.nat({ max: 6 }).map(steps.optOut)],
  [1, fc.constant(steps.optIn)],
  [3, index.map(steps.retry)],
];

const story = fc.commands([fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })))], {
  maxCommands: 60,
  size: 'max',
});

test(
  'in any order of steps, every recipient gets one text, and the counts add up',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (played) => {
        const scene = await openScene(ctx, { contacts: 7 });
        const real: steps.Real = {
          ...{ ctx, scene, ids: [] },
          ...{ arrived: new Map(), optedOut: new Set(), delays: new Map() },
        };
        try {
          await fc.asyncModelRun(
            () => ({ model: { broadcasts: 0, connected: true, suspended: false }, real }),
            played,
          );
          await steps.finish(real);
        } finally {
          // Broadcasts of a failed run must not disturb the next one.
          await ctx.pool.query(`update broadcasts set status = 'cancelled' where account_id = $1`, [
            scene.account.id,
          ]);
        }
      }),
      SETTINGS,
    );
  },
  2 * LIMIT_MS,
);
