import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import { getEvaluation, listEvaluations, startEvaluation } from './evaluation.ts';
import {
  Evaluation,
  EvaluationListed,
  EvaluationPage,
  EvaluationParams,
  KEPT_RUNS,
  ListEvaluations,
  StartEvaluation,
} from './schema.ts';
import { viewEvaluation, viewListed } from './view.ts';

const tags = ['Assistant'];

export function evaluationRoutes(http: Http, ctx: Context): void {
  startRoute(http, ctx);
  readRoutes(http, ctx);
}

function startRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/assistant/evaluations',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'startAssistantEvaluation',
        summary: 'Evaluate the assistant',
        description:
          'Asks the assistant the messages of customers of the last days, or the test questions, without sending or ' +
          'changing anything, and without a language model. While one runs, it answers with that one. The key needs ' +
          'the scope `full`.',
        body: StartEvaluation,
        response: { 202: EvaluationListed.describe('The evaluation, which has begun.') },
      },
    },
    async (request, reply) => {
      const run = await startEvaluation(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(202).send(viewListed(run));
    },
  );
}

function readRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/assistant/evaluations',
    {
      config: { lane: 'reads', errors: [] },
      schema: {
        tags,
        operationId: 'listAssistantEvaluations',
        summary: 'List evaluations',
        description: `Lists the newest first, without their reports. The last ${KEPT_RUNS} are kept.`,
        querystring: ListEvaluations,
        response: { 200: EvaluationPage.describe('One page.') },
      },
    },
    async ({ account, query }) => viewPage(await listEvaluations(ctx, account, query), viewListed),
  );

  http.get(
    '/v1/assistant/evaluations/:id',
    {
      config: { lane: 'reads', errors: ['evaluation_not_found'] },
      schema: {
        tags,
        operationId: 'getAssistantEvaluation',
        summary: 'Get an evaluation',
        description: 'Shows how far it is, and its report when it is done.',
        params: EvaluationParams,
        response: { 200: Evaluation.describe('The evaluation.') },
      },
    },
    async ({ account, params }) => viewEvaluation(await getEvaluation(ctx, account, params.id)),
  );
}
