import { setImmediate } from 'node:timers/promises';
import { cut } from '../../platform/lib/text.ts';
import type { AssistantAnswer } from '../answering/answer.ts';
import type { EvaluationRow } from './evaluation-store.ts';
import { MAX_SHOWN_TEXT, type Parts, type Slice } from './history.ts';
import * as store from './question-store.ts';
import { MAX_WORSE, TEST_OUTCOMES, type TestOutcome, type TestReport } from './schema.ts';
import { shareOf } from './share.ts';

const SLICE = 50;

const NOTHING = {
  outcomes: { right: 0, clarified: 0, handed_off: 0, wrong: 0 } as Record<TestOutcome, number>,
  better: 0,
  worse: [] as TestReport['worse'],
};
/** Kept between slices. */
type TestWork = typeof NOTHING;

/** Asks the next test questions. `noteOutcomes` keeps their outcomes beside the earlier ones. */
export async function runTestSlice(
  { ctx, assistant }: Parts,
  run: EvaluationRow,
): Promise<Slice<TestWork> & { noteOutcomes: () => Promise<unknown> }> {
  const { account_id: accountId, next_id: after } = run;
  // The column has what this function wrote.
  const work: TestWork = structuredClone({ ...NOTHING, ...(run.work as Partial<TestWork>) });
  const questions = await store.list(ctx.db, { accountId, after, limit: SLICE });
  const outcomes: TestOutcome[] = [];
  const unknown = { device_id: null, device_uuid: null, device_label: null, person_name: null, phone: '' };
  for (const asked of questions) {
    await setImmediate();
    const { answer } = await assistant.reply({ account_id: accountId, ...unknown }, asked.question);
    const outcome = outcomeOf(asked.faq_uuid, answer);
    outcomes.push(outcome);
    count(work, asked, outcome);
  }
  const last = questions.at(-1);
  const next = last && questions.length === SLICE ? { at: run.next_at, id: last.id } : null;
  const ids = questions.map(({ id }) => id);
  const noteOutcomes = () => store.noteOutcomes(ctx.db, { accountId, ids, outcomes, now: ctx.now() });
  return { work, looked: run.looked_at + questions.length, next, noteOutcomes };
}

function outcomeOf(expected: string | null, { action, faq_id, reason }: AssistantAnswer): TestOutcome {
  if (expected === null && (action === 'handoff' || reason === 'small_talk')) return 'right';
  if (action === 'clarify') return 'clarified';
  if (action === 'handoff') return 'handed_off';
  return expected !== null && faq_id === expected ? 'right' : 'wrong';
}

function count(
  work: TestWork,
  { question_uuid, question, outcome: earlier }: store.TestQuestionRow,
  outcome: TestOutcome,
): void {
  work.outcomes[outcome] += 1;
  if (earlier === null) return;
  const change = TEST_OUTCOMES.indexOf(outcome) - TEST_OUTCOMES.indexOf(earlier);
  if (change < 0) work.better += 1;
  if (change <= 0 || work.worse.length >= MAX_WORSE) return;
  const shown = { test_question_id: question_uuid, question: cut(question, MAX_SHOWN_TEXT) };
  work.worse.push({ ...shown, outcome, earlier_outcome: earlier });
}

export function testReport({ outcomes, better, worse }: TestWork): TestReport {
  const questions = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  const share = (outcome: TestOutcome) => shareOf(outcomes[outcome], questions);
  return {
    questions,
    right: share('right'),
    clarified: share('clarified'),
    handed_off: share('handed_off'),
    wrong: share('wrong'),
    better,
    worse,
  };
}
