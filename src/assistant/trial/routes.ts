import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import { MAX_CSV_BYTES } from '../../platform/lib/csv.ts';
import { parseCsvBodies } from '../../platform/lib/http/csv-body.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import { getEvaluation, listEvaluations, startEvaluation, viewListed } from './evaluation.ts';
import {
  createTestQuestion,
  deleteTestQuestion,
  importTestQuestions,
  listTestQuestions,
  viewTestQuestion,
} from './question.ts';
import { giveFeedback, readReport } from './report.ts';
import * as schema from './schema.ts';

const tags = ['Assistant'];
const EXAMPLE_CSV = 'question,faq_id\r\nongkir bdg brp,0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20\r\n';

/** How good the assistant is: evaluations, the report with the marks of staff, and test questions. */
export function trialRoutes(http: Http, ctx: Context): void {
  reportRoutes(http, ctx);
  testQuestionRoutes(http, ctx);
  http.register(async (scope) => {
    parseCsvBodies(scope);
    importRoute(scope, ctx);
  });
  evaluationRoutes(http, ctx);
}

function evaluationRoutes(http: Http, ctx: Context): void {
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
        body: schema.StartEvaluation,
        response: { 202: schema.EvaluationListed.describe('The evaluation, which has begun.') },
      },
    },
    async (request, reply) => {
      const run = await startEvaluation(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(202).send(viewListed(run));
    },
  );

  http.get(
    '/v1/assistant/evaluations',
    {
      config: { lane: 'reads', errors: [] },
      schema: {
        tags,
        operationId: 'listAssistantEvaluations',
        summary: 'List evaluations',
        description: `Lists the newest first, without their reports. The last ${schema.KEPT_RUNS} are kept.`,
        querystring: schema.ListPage,
        response: { 200: schema.EvaluationPage.describe('One page.') },
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
        params: schema.EvaluationParams,
        response: { 200: schema.Evaluation.describe('The evaluation.') },
      },
    },
    ({ account, params }) => getEvaluation(ctx, account, params.id),
  );
}

function reportRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/assistant/report',
    {
      config: { staff: 'agent', lane: 'expensive', errors: ['device_not_found'] },
      schema: {
        tags,
        operationId: 'getAssistantReport',
        summary: 'Get the report of the assistant',
        description:
          'What the assistant did, or would have done in shadow mode, in at most ' +
          `${schema.MAX_REPORT_DAYS} days: per day and per device, with examples. What staff writes next is ` +
          'compared about ten minutes later, and up to a day.',
        querystring: schema.ReadReport,
        response: { 200: schema.Report.describe('The report.') },
      },
    },
    ({ account, query }) => readReport(ctx, account, query),
  );

  http.post(
    '/v1/decisions/:id/feedback',
    {
      config: {
        staff: 'agent',
        errors: ['decision_not_found', 'faq_not_found', 'test_question_limit_reached'],
      },
      schema: {
        tags,
        operationId: 'giveDecisionFeedback',
        summary: 'Mark an answer of the assistant as right or wrong',
        description:
          'Counts in the report before any estimate, also for what it would have answered in shadow mode. With ' +
          '`faq_id`, the question becomes a test question of that FAQ pair. The key needs the scope `full`.',
        params: schema.FeedbackParams,
        body: schema.GiveFeedback,
        response: { 200: schema.Feedback.describe('The verdict.') },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      const kept = await giveFeedback(onBehalfOf(ctx, request), account, params.id, body);
      return { decision_id: params.id, verdict: body.verdict, ...kept };
    },
  );
}

function testQuestionRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/assistant/test-questions',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        operationId: 'listTestQuestions',
        summary: 'List test questions',
        description: 'Lists questions that are asked again after each training, with their last outcome.',
        querystring: schema.ListPage,
        response: { 200: schema.TestQuestionPage.describe('One page.') },
      },
    },
    async ({ account, query }) => viewPage(await listTestQuestions(ctx, account, query), viewTestQuestion),
  );

  http.post(
    '/v1/assistant/test-questions',
    {
      config: { errors: ['faq_not_found', 'test_question_limit_reached'] },
      schema: {
        tags,
        operationId: 'createTestQuestion',
        summary: 'Create a test question',
        description:
          'A question with the FAQ pair that must answer it. The same question gets the new pair. The key needs the ' +
          'scope `full`.',
        body: schema.CreateTestQuestion,
        response: { 201: schema.TestQuestion.describe('The test question.') },
      },
    },
    async (request, reply) => {
      const made = await createTestQuestion(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewTestQuestion(made));
    },
  );

  http.delete(
    '/v1/assistant/test-questions/:id',
    {
      config: { errors: ['test_question_not_found'] },
      schema: {
        tags,
        operationId: 'deleteTestQuestion',
        summary: 'Delete a test question',
        description: 'The key needs the scope `full`.',
        params: schema.TestQuestionParams,
        response: { 204: z.null().describe('The test question is deleted.') },
      },
    },
    async (request, reply) => {
      await deleteTestQuestion(onBehalfOf(ctx, request), request.account, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function importRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/assistant/test-questions/import',
    {
      bodyLimit: MAX_CSV_BYTES,
      config: {
        lane: 'expensive',
        errors: ['test_question_limit_reached', 'payload_too_large', 'unsupported_media_type'],
        documentation: { requestExamples: { csv: { summary: 'One question', value: EXAMPLE_CSV } } },
      },
      schema: {
        tags,
        operationId: 'importTestQuestions',
        summary: 'Import test questions',
        description:
          'Takes CSV with the columns `question` and `faq_id` (empty: staff must get it), up to ' +
          `${schema.MAX_TEST_QUESTIONS} rows. Bad rows ` +
          'are left out and reported. The key needs the scope `full`.',
        consumes: ['text/csv'],
        body: z.string(),
        response: { 200: schema.ImportedTestQuestions.describe('What was imported.') },
      },
    },
    (request) => importTestQuestions(onBehalfOf(ctx, request), request.account, request.body),
  );
}
