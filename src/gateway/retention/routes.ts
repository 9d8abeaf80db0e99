import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { changeRetention, getRetention, previewRetention } from './retention.ts';
import { ChangeRetention, PreviewRetention, Retention, RetentionPreview } from './schema.ts';

const tags = ['Retention'];
const response = { 200: Retention.describe('The settings.') };

/** Extensions of the contract. */
export function retentionRoutes(http: Http, ctx: Context): void {
  http.get('/v1/retention', {
    config: { staff: 'owner', errors: [] },
    schema: {
      tags,
      operationId: 'getRetention',
      summary: 'Get how long data are kept',
      description: 'After how many days messages, files and events of the account are deleted.',
      response,
    },
    handler: ({ account }) => getRetention(ctx, account),
  });

  http.patch('/v1/retention', {
    config: { staff: 'owner', requiresFull: true, errors: [] },
    schema: {
      tags,
      operationId: 'changeRetention',
      summary: 'Change how long data are kept',
      description:
        'Changes the settings in the request. What is too old is deleted within minutes and for ever; messages that ' +
        'wait to be sent or for an answer stay. Figures keep their counts. The key needs the scope `full`.',
      body: ChangeRetention,
      response,
    },
    handler: (request) => changeRetention(onBehalfOf(ctx, request), request.account, request.body),
  });

  http.get('/v1/retention/preview', {
    config: { staff: 'owner', lane: 'expensive', errors: [] },
    schema: {
      tags,
      operationId: 'previewRetention',
      summary: 'Count what a setting would delete',
      description: 'Counts what is older at this moment, also messages that stay because a customer waits.',
      querystring: PreviewRetention,
      response: { 200: RetentionPreview.describe('The counts.') },
    },
    handler: ({ account, query }) => previewRetention(ctx, account, query),
  });
}
