import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pagesQuery } from '../../../../queries/pages.ts';
import { BUSY_MS, PAGE } from '../queries.ts';

export type TestQuestion = Schema<'TestQuestion'>;
export type Outcome = NonNullable<TestQuestion['outcome']>;
export type Evaluation = Schema<'AssistantEvaluation'>;

const isBusy = ({ state }: Pick<Evaluation, 'state'>) => state === 'waiting' || state === 'running';

export const testQuestionsQuery = pagesQuery(['assistant', 'test-questions'], (cursor) =>
  call('GET /assistant/test-questions', { query: { limit: PAGE, cursor } }),
);

/** The evaluations that are kept: at most 20, the newest first. Read again while one runs. */
export const evaluationsQuery = queryOptions({
  queryKey: ['assistant', 'evaluations'],
  queryFn: () => call('GET /assistant/evaluations', { query: { limit: 20 } }),
  refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? BUSY_MS : false),
});

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'evaluation', id],
    queryFn: () => call('GET /assistant/evaluations/{id}', { id }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });
