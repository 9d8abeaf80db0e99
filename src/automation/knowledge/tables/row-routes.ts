import { Readable } from 'node:stream';
import { z } from 'zod';
import { onBehalfOf } from '../../../audit/audit.ts';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../lib/http/http.ts';
import { viewPage } from '../../../lib/sealed-page.ts';
import { EXAMPLE_CSV } from './routes.ts';
import { changeRows, exportTable, listRows } from './rows.ts';
import { ChangedRows, ChangeRows, ListTables, TableParams, TableRowPage } from './schema.ts';
import { viewRow } from './view.ts';

const tags = ['Knowledge'];

export function tableRowRoutes(http: Http, ctx: Context): void {
  listAndChangeRoutes(http, ctx);
  exportRoute(http, ctx);
}

function listAndChangeRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/tables/:id/rows',
    {
      config: { lane: 'pages', errors: ['table_not_found'] },
      schema: {
        tags,
        operationId: 'listKnowledgeTableRows',
        summary: 'List rows',
        description:
          'Lists the rows of a table in their order. Continue with `next_cursor` until it is null.',
        params: TableParams,
        querystring: ListTables,
        response: { 200: TableRowPage.describe('A page of rows.') },
      },
    },
    async ({ account, params, query }) => {
      const { columns, page } = await listRows(ctx, account, params.id, query);
      return viewPage(page, (row) => viewRow(columns, row));
    },
  );

  http.patch(
    '/v1/knowledge/tables/:id/rows',
    {
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
    },
    async (request) => {
      const { account, params, body } = request;
      const { columns, rows } = await changeRows(onBehalfOf(ctx, request), account, params.id, body);
      return { data: rows.map((row) => viewRow(columns, row)) };
    },
  );
}

function exportRoute(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/tables/:id/export',
    {
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
    },
    async ({ account, params }, reply) => {
      const file = await exportTable(ctx, account, params.id);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="table.csv"')
        .send(Readable.from(file));
    },
  );
}
