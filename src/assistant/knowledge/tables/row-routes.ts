import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { sendCsv } from '../../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { EXAMPLE_CSV } from './routes.ts';
import { addRows, changeRows, deleteRow } from './row-changes.ts';
import { exportTable, listRows } from './rows.ts';
import {
  AddRows,
  ChangedRows,
  ChangeRows,
  DeleteRow,
  ListTables,
  TableParams,
  TableRowPage,
} from './schema.ts';
import { viewRow } from './view.ts';

const tags = ['Knowledge'];

export function tableRowRoutes(http: Http, ctx: Context): void {
  listRoute(http, ctx);
  changeRoutes(http, ctx);
  deleteRoute(http, ctx);
  exportRoute(http, ctx);
}

function listRoute(http: Http, ctx: Context): void {
  http.get('/v1/knowledge/tables/:id/rows', {
    config: { lane: 'pages', errors: ['table_not_found'] },
    schema: {
      tags,
      operationId: 'listKnowledgeTableRows',
      summary: 'List rows',
      description: 'Lists the rows of a table in their order. Continue with `next_cursor` until it is null.',
      params: TableParams,
      querystring: ListTables,
      response: { 200: TableRowPage.describe('A page of rows.') },
    },
    handler: async ({ account, params, query }) => {
      const { columns, page } = await listRows(ctx, account, params.id, query);
      return viewPage(page, (row) => viewRow(columns, row));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/knowledge/tables/:id/rows', {
    config: { errors: ['table_not_found', 'knowledge_limit_reached'] },
    schema: {
      tags,
      operationId: 'addKnowledgeTableRows',
      summary: 'Add rows',
      description:
        'Adds up to 100 rows at the end of the table: all of them, or none. The assistant answers from them at ' +
        'once. The key needs the scope `full`.',
      params: TableParams,
      body: AddRows,
      response: { 201: ChangedRows.describe('The new rows.') },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const { columns, rows } = await addRows(onBehalfOf(ctx, request), account, params.id, body);
      return reply.code(201).send({ data: rows.map((row) => viewRow(columns, row)) });
    },
  });

  http.patch('/v1/knowledge/tables/:id/rows', {
    config: { errors: ['table_not_found'] },
    schema: {
      tags,
      operationId: 'changeKnowledgeTableRows',
      summary: 'Change rows',
      description:
        'Changes cells of up to 100 rows, such as prices and stock: all of them, or none. The assistant answers ' +
        'with the new texts at once. The key needs the scope `full`.',
      params: TableParams,
      body: ChangeRows,
      response: { 200: ChangedRows.describe('The rows as they are now.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const { columns, rows } = await changeRows(onBehalfOf(ctx, request), account, params.id, body);
      return { data: rows.map((row) => viewRow(columns, row)) };
    },
  });
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete('/v1/knowledge/tables/:id/rows', {
    config: { errors: ['table_not_found', 'table_row_not_found'] },
    schema: {
      tags,
      operationId: 'deleteKnowledgeTableRow',
      summary: 'Delete a row',
      description: 'Deletes the row with this key. The key of the API needs the scope `full`.',
      params: TableParams,
      querystring: DeleteRow,
      response: { 204: z.null().describe('The row is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params, query } = request;
      await deleteRow(onBehalfOf(ctx, request), account, params.id, query.key);
      return reply.code(204).send(null);
    },
  });
}

function exportRoute(http: Http, ctx: Context): void {
  http.get('/v1/knowledge/tables/:id/export', {
    config: {
      lane: 'files',
      errors: ['table_not_found'],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      operationId: 'exportKnowledgeTable',
      summary: 'Export a table',
      description: 'Answers all rows as the CSV that an upload takes.',
      params: TableParams,
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: async ({ account, params }, reply) => {
      const file = await exportTable(ctx, account, params.id);
      return sendCsv(reply, 'table.csv', file);
    },
  });
}
