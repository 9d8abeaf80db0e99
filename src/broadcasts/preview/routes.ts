import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { CREATE_ITEMS, CREATE_LIMIT, PreviewBroadcast } from '../schema.ts';
import { previewBroadcast } from './preview.ts';
import { BroadcastPreview } from './schema.ts';
import { viewPreview } from './view.ts';

/** The preview of a broadcast. An extension of the contract. */
export function previewRoutes(http: Http, ctx: Context): void {
  http.post(
    '/v1/broadcasts/preview',
    {
      bodyLimit: CREATE_LIMIT,
      config: {
        lane: 'expensive',
        maxItems: CREATE_ITEMS,
        sends: 'later',
        errors: ['no_recipients_targeted', 'device_not_found', 'no_recipients_matched'],
      },
      schema: {
        tags: ['Broadcasts'],
        operationId: 'previewBroadcast',
        summary: 'Preview a broadcast',
        description:
          'Accepts the body of a creation and answers the same errors. It stores and sends nothing. ' +
          'The body may have 4 MiB.',
        body: PreviewBroadcast,
        response: { 200: BroadcastPreview.describe('The preview.') },
      },
    },
    async (request) => viewPreview(await previewBroadcast(ctx, request.account, request.body)),
  );
}
