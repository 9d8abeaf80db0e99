import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { sendCsv } from '../../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { exportMessages, listMessages } from './list.ts';
import { ExportMessages, ListMessages, MessagePage } from './schema.ts';
import { LISTED_HEADER, viewListed } from './view.ts';

const tags = ['Messages'];
const EXAMPLE_CSV =
  `${LISTED_HEADER.join()}\r\n` +
  '1042,2025-11-21T09:00:00.000Z,out,delivered,text,6281234567890,api,"Halo, pesanan Anda siap.",,,' +
  '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11,,0b8f2c5e-6a52-4c0e-9a7e-2f4d1c3b5a69,3EB0C767D097B7C7C5A1\r\n';

/** Extensions of the contract. */
export function messageListRoutes(http: Http, ctx: Context): void {
  http.get('/v1/messages', {
    config: { staff: 'agent', lane: 'pages', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'listMessages',
      summary: 'List messages',
      description:
        'Lists messages of both directions, newest first. All filters can be combined. Continue with `next_cursor` ' +
        'until it is null: a page of a rare match can be short, or empty, although others follow. Changes that ' +
        'customers make to a text are not listed: their message has the first text.',
      querystring: ListMessages,
      response: { 200: MessagePage.describe('One page.') },
    },
    handler: async ({ account, query }) => viewPage(await listMessages(ctx, account, query), viewListed),
  });

  http.get('/v1/messages/export', {
    config: {
      staff: 'agent',
      lane: 'files',
      errors: ['device_not_found'],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      operationId: 'exportMessages',
      summary: 'Export messages',
      description: 'Answers the same messages as CSV, without pages. Spreadsheets calculate none of it.',
      querystring: ExportMessages,
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: async ({ account, query }, reply) =>
      sendCsv(reply, 'messages.csv', await exportMessages(ctx, account, query)),
  });
}
