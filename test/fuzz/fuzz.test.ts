import { expect, onTestFinished, test } from 'vitest';
import { MINUTE } from '../../src/lib/clock.ts';
import { testContext } from '../harness/context.ts';
import { runCampaign } from './campaign.ts';
import { watchLog } from './log-watch.ts';
import { describeFinding } from './report.ts';
import { openTarget } from './target.ts';

const REQUESTS = 2000;
const SEED = 20_251_121;
/** They succeed with a template or a file of the provider. Their own tests have both. */
const NEED_A_PROVIDER = new Set(['listTemplates', 'getMessageMedia', 'fetchMessageMedia']);
/** Two random people are almost never merged. */
const NEEDS_A_MERGE = 'unmergePeople';

test(
  'any request to any operation gets a documented answer',
  async () => {
    const watch = watchLog();
    const ctx = await testContext({ parts: { log: watch.log } });
    const { document, port, close } = await openTarget(ctx);
    onTestFinished(close);

    const campaign = { ctx, document, port, seed: SEED, requests: REQUESTS, concurrency: 3 };
    const { tally, findings } = await runCampaign(campaign);

    expect(findings.map(describeFinding)).toEqual([]);
    expect(watch.findings()).toEqual([]);
    expect(watch.lines()).toBeGreaterThan(REQUESTS / 2);
    expect(tally.requests).toBe(REQUESTS);
    const neverGranted = [...tally.rows].filter(([, { granted }]) => granted === 0).map(([name]) => name);
    const isExpected = (name: string) => NEED_A_PROVIDER.has(name) || name === NEEDS_A_MERGE;
    expect(neverGranted.filter((name) => !isExpected(name))).toEqual([]);
  },
  5 * MINUTE,
);
