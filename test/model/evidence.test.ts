import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { testContext } from '../harness/context.ts';
import { openNumber, openReceiver } from '../harness/evidence-scene.ts';
import { isLong } from '../harness/long.ts';
import * as steps from './evidence.ts';

/** As in model.test.ts. */
const { KURIR_TEST_MODEL_RUNS: runs, KURIR_TEST_MODEL_SEED: seed } = process.env;
const numRuns = Number(runs ?? (isLong ? 20 : 3));
const LIMIT_MS = 15_000 + numRuns * 600;
const SETTINGS = {
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  ...((seed ?? !runs) && { seed: Number(seed ?? 1) }),
};

const ctx = await testContext({ cleanup: afterAll });
const receiver = await openReceiver(ctx, afterAll);

/** Of messages from the latest on: mostly the first. */
const index = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 10 }) },
);
const seconds = fc.constantFrom(1, 5, 20, 60, 60, 120);
const STEPS: [weight: number, arbitrary: fc.Arbitrary<steps.Step>][] = [
  [15, fc.constant(steps.send)],
  [20, fc.constant(steps.take)],
  [3, index.map(steps.answer)],
  [2, index.map(steps.takeBack)],
  [10, index.map(steps.callBack)],
  [5, fc.constant(steps.beat)],
  [20, seconds.map((each) => steps.pass(each, true))],
  [6, seconds.map((each) => steps.pass(each, false))],
  [3, fc.boolean().map(steps.choose)],
];

const story = fc.commands([fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })))], {
  maxCommands: 40,
  size: 'max',
});

test(
  'in any order of steps, messages are settled and sent again by the rule of evidence',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (played) => {
        // The job settles messages of all numbers.
        await ctx.pool.query(`update messages set status = 'failed', due = false where due`);
        const number = await openNumber(ctx, receiver);
        await receiver.watch.beat();
        const model = await openModel();

        await fc.asyncModelRun(() => ({ model, real: { ctx, number, receiver } }), played);
      }),
      SETTINGS,
    );
  },
  2 * LIMIT_MS,
);

/** The signs of life go on from the run before. */
async function openModel(): Promise<steps.EvidenceModel> {
  const model = new steps.EvidenceModel(ctx.now().getTime());
  const { rows } = await ctx.pool.query('select seen_at, since from official_listening');
  const { seen_at, since } = rows[0];
  model.listening = { seenAt: seen_at.getTime(), since: since.getTime() };
  return model;
}
