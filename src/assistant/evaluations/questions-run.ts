import { setImmediate } from 'node:timers/promises';
import { cut } from '../../platform/lib/text.ts';
import type { AssistantAnswer } from '../answering/answer.ts';
import { shareOf } from '../report/share.ts';
import { noteOutcomes, readTestQuestions, type TestQuestionRow } from '../test-questions/question.ts';
import type { TestOutcome } from '../test-questions/schema.ts';
import type { Parts, Slice } from './history-run.ts';
import { MAX_SHOWN_TEXT, MAX_WORSE, type TestReport } from './schema.ts';
import type { EvaluationRow } from './store.ts';

const SLICE = 50;
/** The best first. */
const ORDER: readonly TestOutcome[] = ['right', 'clarified', 'handed_off', 'wrong'];

/** Kept between slices. */
export interface TestWork {
  outcomes: Record<TestOutcome, number>;
  better: number;
  worse: TestReport['worse'];
}

const NOTHING: TestWork = {
  ...{ outcomes: { right: 0, clarified: 0, handed_off: 0, wrong: 0 }, better: 0, worse: [] },
};

/** Asks the next test questions, and keeps their outcomes beside the earlier ones. */
export async function runTestSlice(
  { ctx, assistant }: Parts,
  run: EvaluationRow,
): Promise<Slice<TestWork> & { save: () => Promise<void> }> {
  const { account_id: accountId, next_id: after } = run;
  // The column has what this function wrote.
  const work: TestWork = structuredClone({ ...NOTHING, ...(run.work as Partial<TestWork>) });
  const questions = await readTestQuestions(ctx.db, accountId, { after, limit: SLICE });
  const outcomes: { id: number; outcome: TestOutcome }[] = [];
  const nobody = { device_id: null, device_uuid: null, device_label: null, person_name: null, phone: '' };
  for (const asked of questions) {
    await setImmediate();
    const { answer } = await assistant.reply({ account_id: accountId, ...nobody }, asked.question);
    const outcome = outcomeOf(asked.faq_uuid, answer);
    outcomes.push({ id: asked.id, outcome });
    count(work, asked, outcome);
  }
  const last = questions.at(-1);
  const next = last && questions.length === SLICE ? { at: run.next_at, id: last.id } : null;
  const save = () => noteOutcomes(ctx.db, accountId, outcomes, ctx.now());
  return { work, looked: run.looked_at + questions.length, next, save };
}

function outcomeOf(expected: string | null, { action, faq_id, reason }: AssistantAnswer): TestOutcome {
  if (expected === null && (action === 'handoff' || reason === 'small_talk')) return 'right';
  if (action === 'clarify') return 'clarified';
  if (action === 'handoff') return 'handed_off';
  return expected !== null && faq_id === expected ? 'right' : 'wrong';
}

function count(
  work: TestWork,
  { question_uuid, question, outcome: earlier }: TestQuestionRow,
  now: TestOutcome,
) {
  work.outcomes[now] += 1;
  if (earlier === null) return;
  const change = ORDER.indexOf(now) - ORDER.indexOf(earlier);
  if (change < 0) work.better += 1;
  if (change <= 0 || work.worse.length >= MAX_WORSE) return;
  const shown = { test_question_id: question_uuid, question: cut(question, MAX_SHOWN_TEXT) };
  work.worse.push({ ...shown, outcome: now, earlier_outcome: earlier });
}

export function testReport({ outcomes, better, worse }: TestWork): TestReport {
  const questions = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  const share = (outcome: TestOutcome) => shareOf(outcomes[outcome], questions);
  return {
    ...{
      questions,
      right: share('right'),
      clarified: share('clarified'),
      handed_off: share('handed_off'),
    },
    ...{ wrong: share('wrong'), better, worse },
  };
}
