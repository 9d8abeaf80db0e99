import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { sendCsv } from '../../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import { exportTouches, readReport } from './report.ts';
import { ExportTouches, ReportPage, ReportQuery } from './schema.ts';

const tags = ['Entry points'];
const EXAMPLE_CSV =
  'at,kind,entry_point_id,entry_point,conversation_id,phone,ad_id,ctwa_clid,headline,source_url\r\n' +
  '2025-11-21T08:15:30.000Z,ad,7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55,Diskon,0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20,' +
  '6281234567890,120209876543210,ARAkLkA8rmlFeiCktEJQ,Diskon,https://fb.me/3cr4Wqqkv\r\n';

export function reportRoutes(http: Http, ctx: Context, clicks: ClickCounter): void {
  http.get('/v1/entry-points/report', {
    config: { lane: 'expensive', errors: [] },
    schema: {
      tags,
      operationId: 'getEntryPointReport',
      summary: 'Get the figures of all entry points',
      description:
        'What chat links, widgets and advertisements brought in some days: clicks of these days, and conversations ' +
        'whose customer came in them. With deleted ones, the oldest first. ' +
        'Continue with `next_cursor` until it is null.',
      querystring: ReportQuery,
      response: { 200: ReportPage.describe('One page.') },
    },
    handler: ({ account, query }) => readReport(ctx, clicks, account, query),
  });

  http.get('/v1/entry-points/touches', {
    config: {
      lane: 'files',
      errors: [],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      operationId: 'exportTouches',
      summary: 'Export how customers came',
      description:
        'Answers each message that came through a chat link, a widget or an advertisement, as CSV, the oldest ' +
        'first. `since` and `until` choose days.',
      querystring: ExportTouches,
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: ({ account, query }, reply) => sendCsv(reply, 'touches.csv', exportTouches(ctx, account, query)),
  });
}
