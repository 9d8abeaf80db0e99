import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { MAX_CSV_BYTES } from '../../../platform/lib/csv.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import {
  ChangeTable,
  ListTables,
  ReplaceRows,
  Table,
  TablePage,
  TableParams,
  UploadReport,
  UploadTable,
} from './schema.ts';
import { changeTable, deleteTable, getTable, listTables } from './table.ts';
import { replaceRows, uploadTable } from './upload.ts';
import { viewTable } from './view.ts';

const tags = ['Knowledge'];
export const EXAMPLE_CSV =
  'Nama,Harga,Stok\r\nKemeja Flanel L,Rp150.000,12\r\nKopi Gayo 250gr,Rp85.000,0\r\n';
const FILE =
  'Takes CSV with a header, separated by comma, semicolon or tab, as UTF-8 of at most 4 MiB and 10,000 rows. Bad ' +
  'rows are left out and reported. The key needs the scope `full`.';
const requestExamples = { csv: { summary: 'Two products', value: EXAMPLE_CSV } };

export function tableRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  changeRoutes(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/knowledge/tables', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listKnowledgeTables',
      summary: 'List tables',
      description:
        'Lists the tables of products, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListTables,
      response: { 200: TablePage.describe('A page of tables.') },
    },
    handler: async ({ account, query }) => viewPage(await listTables(ctx, account, query), viewTable),
  });

  http.get('/v1/knowledge/tables/:id', {
    config: { lane: 'reads', errors: ['table_not_found'] },
    schema: {
      tags,
      operationId: 'getKnowledgeTable',
      summary: 'Get a table',
      description: 'Shows the columns of a table and what they mean.',
      params: TableParams,
      response: { 200: Table.describe('The table.') },
    },
    handler: async ({ account, params }) => viewTable(await getTable(ctx.db, account, params.id)),
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/knowledge/tables/:id', {
    config: { lane: 'expensive', errors: ['table_not_found', 'device_not_found'] },
    schema: {
      tags,
      operationId: 'changeKnowledgeTable',
      summary: 'Change a table',
      description:
        'Changes the fields that you send, such as what columns mean. The rows stay. The key needs the scope `full`.',
      params: TableParams,
      body: ChangeTable,
      response: { 200: Table.describe('The table.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewTable(await changeTable(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/knowledge/tables/:id', {
    config: { errors: ['table_not_found'] },
    schema: {
      tags,
      operationId: 'deleteKnowledgeTable',
      summary: 'Delete a table',
      description: 'Deletes a table with all of its rows. The key needs the scope `full`.',
      params: TableParams,
      response: { 204: z.null().describe('The table is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteTable(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

/** In a scope whose bodies are CSV. */
export function tableUploadRoutes(http: Http, ctx: Context): void {
  http.post('/v1/knowledge/tables', {
    bodyLimit: MAX_CSV_BYTES,
    config: {
      lane: 'expensive',
      errors: ['knowledge_limit_reached', 'payload_too_large', 'unsupported_media_type'],
      documentation: { requestExamples },
    },
    schema: {
      tags,
      operationId: 'uploadKnowledgeTable',
      summary: 'Upload a table',
      description: `Adds a table of products, from which the assistant answers by look-up. ${FILE}`,
      consumes: ['text/csv'],
      querystring: UploadTable,
      body: z.string(),
      response: { 201: UploadReport.describe('The new table, and the rows that were left out.') },
    },
    handler: async (request, reply) => {
      const { account, body, query } = request;
      return reply.code(201).send(await uploadTable(onBehalfOf(ctx, request), account, body, query));
    },
  });

  http.put('/v1/knowledge/tables/:id/rows', {
    bodyLimit: MAX_CSV_BYTES,
    config: {
      lane: 'expensive',
      errors: ['table_not_found', 'knowledge_limit_reached', 'payload_too_large', 'unsupported_media_type'],
      documentation: { requestExamples },
    },
    schema: {
      tags,
      operationId: 'replaceKnowledgeTableRows',
      summary: 'Replace all rows',
      description: `Replaces all rows of a table at once. Known columns keep their roles. ${FILE}`,
      consumes: ['text/csv'],
      params: TableParams,
      querystring: ReplaceRows,
      body: z.string(),
      response: { 200: UploadReport.describe('The table, and the rows that were left out.') },
    },
    handler: (request) => {
      const { account, params, body, query } = request;
      return replaceRows(onBehalfOf(ctx, request), account, { uuid: params.id, text: body }, query);
    },
  });
}
