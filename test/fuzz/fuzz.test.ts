import { expect, onTestFinished, test } from 'vitest';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { mediaFolder } from '../harness/media-folder.ts';
import { runCampaign } from './campaign.ts';
import { watchLog } from './log-watch.ts';
import { describeFinding } from './report.ts';
import { openTarget } from './target.ts';

const REQUESTS = isLong ? 3000 : 400;
const SEED = 20_251_121;
/** Operations that a campaign cannot make succeed. */
const NEVER_GRANTED: readonly string[] = [
  // Two random people are almost never merged.
  'unmergePeople',
  // A batch almost never names its import.
  'undoContactImport',
  // Their bodies are no JSON.
  'importFaqs',
  'importTestQuestions',
  'addKnowledgeDocument',
  'uploadMedia',
  'uploadKnowledgeTable',
  'replaceKnowledgeTableRows',
  // So there is no file, no document and no table.
  'getMedia',
  'getMediaFile',
  'deleteMedia',
  'getKnowledgeDocument',
  'changeKnowledgeDocument',
  'deleteKnowledgeDocument',
  'listKnowledgePassages',
  'getKnowledgeTable',
  'changeKnowledgeTable',
  'deleteKnowledgeTable',
  'listKnowledgeTableRows',
  'addKnowledgeTableRows',
  'changeKnowledgeTableRows',
  'deleteKnowledgeTableRow',
  'exportKnowledgeTable',
  // No automation runs, so no question is unanswered and no decision exists.
  'getKnowledgeGap',
  'answerKnowledgeGap',
  'dismissKnowledgeGap',
  'giveDecisionFeedback',
  // A random name is never one that exists, and a random flow has no version.
  'deleteFlowSecret',
  'getFlowVersion',
  'compareFlowVersions',
  'rollBackFlow',
  // A random flow does not run, so it has no stored simulation.
  'getFlowSimulation',
  'replaceFlowSimulation',
  'deleteFlowSimulation',
  // Official devices of the fuzzer have no provider, which makes every template.
  'uploadTemplateFile',
  'previewAuthenticationTemplate',
  'createTemplate',
  'changeTemplate',
  'deleteTemplate',
  // A random message is no answer of staff.
  'learnStaffAnswer',
];

test(
  'any request to any operation gets a documented answer',
  async () => {
    const watch = watchLog();
    const ctx = await testContext({ parts: { log: watch.log }, env: await mediaFolder() });
    const { document, port, close } = await openTarget(ctx);
    onTestFinished(close);

    // Before the limit of the test, which would hide what was found.
    const signal = AbortSignal.timeout(4 * MINUTE);
    const campaign = { ctx, document, port, seed: SEED, requests: REQUESTS, concurrency: 3, signal };
    const { tally, findings } = await runCampaign(campaign);

    expect(findings.map(describeFinding)).toEqual([]);
    expect(watch.findings()).toEqual([]);
    expect(watch.lines()).toBeGreaterThan(REQUESTS / 2);
    expect(tally.requests).toBeGreaterThanOrEqual(REQUESTS);
    const neverGranted = [...tally.rows].filter(([, { granted }]) => granted === 0).map(([name]) => name);
    // A short season does not come to each operation with what it needs.
    if (isLong) expect(neverGranted.filter((name) => !NEVER_GRANTED.includes(name))).toEqual([]);
  },
  5 * MINUTE,
);
