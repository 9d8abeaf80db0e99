import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { MAX_CSV_BYTES } from '../../../platform/lib/csv.ts';
import { sendCsv } from '../../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { changeFaq, createFaq, deleteFaq, getFaq, listFaqs } from './faq.ts';
import { exportFaqs, importFaqs } from './import.ts';
import {
  ChangeFaq,
  CreateFaq,
  Faq,
  FaqPage,
  FaqParams,
  ImportFaqs,
  ImportReport,
  ListFaqs,
  MAX_QUESTIONS,
  SavedFaq,
} from './schema.ts';
import { viewFaq, viewSaved } from './view.ts';

const tags = ['Knowledge'];
const EXAMPLE_CSV =
  'question,answer\r\nBerapa ongkir ke Bandung?,"Rp15.000, tiba dalam 2 hari."\r\n' +
  'Kirim ke Bandung berapa?,"Rp15.000, tiba dalam 2 hari."\r\n';

export function faqRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  createRoute(http, ctx);
  changeRoutes(http, ctx);
  exportRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/knowledge/faqs', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listFaqs',
      summary: 'List FAQ pairs',
      description:
        'Lists answers with their questions, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListFaqs,
      response: { 200: FaqPage.describe('A page of FAQ pairs.') },
    },
    handler: async ({ account, query }) => viewPage(await listFaqs(ctx, account, query), viewFaq),
  });

  http.get('/v1/knowledge/faqs/:id', {
    config: { lane: 'reads', errors: ['faq_not_found'] },
    schema: {
      tags,
      operationId: 'getFaq',
      summary: 'Get an FAQ pair',
      description: 'Shows an answer with its questions.',
      params: FaqParams,
      response: { 200: Faq.describe('The FAQ pair.') },
    },
    handler: async ({ account, params }) => viewFaq(await getFaq(ctx.db, account, params.id)),
  });
}

function createRoute(http: Http, ctx: Context): void {
  http.post('/v1/knowledge/faqs', {
    config: { errors: ['device_not_found', 'knowledge_limit_reached'] },
    schema: {
      tags,
      operationId: 'createFaq',
      summary: 'Create an FAQ pair',
      description:
        'Adds an answer with the questions that it answers. The assistant learns it within seconds. `warnings` ' +
        'names questions that another pair answers in another way. The key needs the scope `full`.',
      body: CreateFaq,
      response: { 201: SavedFaq.describe('The new FAQ pair.') },
    },
    handler: async (request, reply) => {
      const created = await createFaq(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewSaved(created));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/knowledge/faqs/:id', {
    config: { errors: ['faq_not_found', 'device_not_found', 'knowledge_limit_reached'] },
    schema: {
      tags,
      operationId: 'changeFaq',
      summary: 'Change an FAQ pair',
      description:
        'Changes the fields that you send. `questions` replaces all questions. The key needs the scope `full`.',
      params: FaqParams,
      body: ChangeFaq,
      response: { 200: SavedFaq.describe('The FAQ pair.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewSaved(await changeFaq(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/knowledge/faqs/:id', {
    config: { errors: ['faq_not_found'] },
    schema: {
      tags,
      operationId: 'deleteFaq',
      summary: 'Delete an FAQ pair',
      description:
        'Deletes an answer with its questions. Messages that were sent stay. The key needs the scope `full`.',
      params: FaqParams,
      response: { 204: z.null().describe('The FAQ pair is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteFaq(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function exportRoute(http: Http, ctx: Context): void {
  http.get('/v1/knowledge/faqs/export', {
    config: {
      lane: 'files',
      errors: [],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      operationId: 'exportFaqs',
      summary: 'Export FAQ pairs',
      description: 'Answers all pairs as the CSV that an import takes: a row for each question.',
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: ({ account }, reply) => sendCsv(reply, 'faqs.csv', exportFaqs(ctx, account)),
  });
}

/** In a scope whose bodies are CSV. */
export function faqImportRoute(http: Http, ctx: Context): void {
  http.post('/v1/knowledge/faqs/import', {
    bodyLimit: MAX_CSV_BYTES,
    config: {
      lane: 'expensive',
      errors: ['knowledge_limit_reached', 'payload_too_large', 'unsupported_media_type'],
      documentation: {
        requestExamples: { csv: { summary: 'Two questions of one answer', value: EXAMPLE_CSV } },
      },
    },
    schema: {
      tags,
      operationId: 'importFaqs',
      summary: 'Import FAQ pairs',
      description:
        'Takes CSV with the columns `question` and `answer`, separated by comma, semicolon or tab, as UTF-8 of at ' +
        `most 4 MiB and ${MAX_QUESTIONS} rows. Rows of one answer are its variants. Bad rows are left out and ` +
        'reported. A repeated import changes nothing. The key needs the scope `full`.',
      consumes: ['text/csv'],
      querystring: ImportFaqs,
      body: z.string(),
      response: { 200: ImportReport.describe('What the import has changed.') },
    },
    handler: (request) => importFaqs(onBehalfOf(ctx, request), request.account, request.body, request.query),
  });
}
