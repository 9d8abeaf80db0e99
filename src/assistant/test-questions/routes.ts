import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import { MAX_CSV_BYTES } from '../../platform/lib/csv.ts';
import { parseCsvBodies } from '../../platform/lib/http/csv-body.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import {
  createTestQuestion,
  deleteTestQuestion,
  importTestQuestions,
  listTestQuestions,
} from './question.ts';
import {
  CreateTestQuestion,
  ImportedTestQuestions,
  ListTestQuestions,
  MAX_TEST_QUESTIONS,
  TestQuestion,
  TestQuestionPage,
  TestQuestionParams,
} from './schema.ts';
import { viewTestQuestion } from './view.ts';

const tags = ['Assistant'];
const EXAMPLE_CSV = 'question,faq_id\r\nongkir bdg brp,0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20\r\n';

export function testQuestionRoutes(http: Http, ctx: Context): void {
  listRoute(http, ctx);
  changeRoutes(http, ctx);
  http.register(async (scope) => {
    parseCsvBodies(scope);
    importRoute(scope, ctx);
  });
}

function listRoute(http: Http, ctx: Context): void {
  http.get(
    '/v1/assistant/test-questions',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        operationId: 'listTestQuestions',
        summary: 'List test questions',
        description: 'Lists questions that are asked again after each training, with their last outcome.',
        querystring: ListTestQuestions,
        response: { 200: TestQuestionPage.describe('One page.') },
      },
    },
    async ({ account, query }) => viewPage(await listTestQuestions(ctx, account, query), viewTestQuestion),
  );
}

function changeRoutes(http: Http, ctx: Context): void {
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
        body: CreateTestQuestion,
        response: { 201: TestQuestion.describe('The test question.') },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const made = await createTestQuestion(onBehalfOf(ctx, request), account, body);
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
        params: TestQuestionParams,
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
          `${MAX_TEST_QUESTIONS} rows. Bad rows ` +
          'are left out and reported. The key needs the scope `full`.',
        consumes: ['text/csv'],
        body: z.string(),
        response: { 200: ImportedTestQuestions.describe('What was imported.') },
      },
    },
    (request) => importTestQuestions(onBehalfOf(ctx, request), request.account, request.body),
  );
}
