import { afterAll, expect, test } from 'vitest';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { testContext } from '../../harness/context.ts';
import { isLong } from '../../harness/long.ts';
import { longTest } from '../../harness/long-test.ts';
import { watchLog } from '../log-watch.ts';
import { costRatios } from './cost.ts';
import { openScene, SCENE_SETTINGS } from './scene.ts';
import { runCallbackSeason } from './season.ts';

const CALLBACKS = isLong ? 50 : 15;
const SEED = 20_251_128;
/** The highest ratio that was measured is 2.5. */
const MAX_RATIO = 5;

const watch = watchLog();
const ctx = await testContext({ env: SCENE_SETTINGS, parts: { log: watch.log }, cleanup: afterAll });
const scene = await openScene(ctx);
afterAll(() => scene.close());

test(
  'any callback of the provider is answered 200, and each message is stored once, with author and words',
  async () => {
    const found = await runCallbackSeason({ scene, watch, seed: SEED, callbacks: CALLBACKS });

    expect(found).toBeUndefined();
  },
  5 * MINUTE,
);

longTest(
  'no kind of message takes much more time than a text of its size',
  async () => {
    const ratios = await costRatios(scene, SEED);

    expect(Object.keys(ratios).length).toBeGreaterThan(15);
    expect(Object.entries(ratios).filter(([, ratio]) => ratio > MAX_RATIO)).toEqual([]);
  },
  5 * MINUTE,
);
