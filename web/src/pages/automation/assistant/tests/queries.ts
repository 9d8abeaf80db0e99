import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../../api/client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { BUSY_MS, pageOf } from '../queries.ts';

export type TestQuestion = Schema<'TestQuestion'>;
export type Outcome = NonNullable<TestQuestion['outcome']>;
export type Evaluation = Schema<'AssistantEvaluation'>;

const isBusy = ({ state }: Pick<Evaluation, 'state'>) => state === 'waiting' || state === 'running';

export const testQuestionsQuery = infiniteQueryOptions({
  queryKey: ['assistant', 'test-questions'],
  initialPageParam: '',
  queryFn: ({ pageParam }) =>
    ok(api.GET('/app/api/assistant/test-questions', { params: { query: pageOf(pageParam) } })),
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

/** The evaluations that are kept: at most 20, the newest first. Read again while one runs. */
export const evaluationsQuery = queryOptions({
  queryKey: ['assistant', 'evaluations'],
  queryFn: () => ok(api.GET('/app/api/assistant/evaluations', { params: { query: { limit: 20 } } })),
  refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? BUSY_MS : false),
});

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'evaluation', id],
    queryFn: () => ok(api.GET('/app/api/assistant/evaluations/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });
