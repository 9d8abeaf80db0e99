import type { Http } from '../../../platform/lib/http/http.ts';
import type { Parts } from '../../messages/admission/check-content.ts';
import { PLAN_ERRORS } from '../broadcast.ts';
import { CREATE_ITEMS, CREATE_LIMIT, PreviewBroadcast, planExamples } from '../schema.ts';
import { previewBroadcast } from './preview.ts';
import { BroadcastPreview } from './schema.ts';
import { viewPreview } from './view.ts';

/** An extension of the contract. */
export function previewRoutes(http: Http, parts: Parts): void {
  http.post('/v1/broadcasts/preview', {
    bodyLimit: CREATE_LIMIT,
    config: {
      lane: 'expensive',
      maxItems: CREATE_ITEMS,
      sends: 'later',
      errors: [...PLAN_ERRORS],
      documentation: { requestExamples: planExamples() },
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
    handler: async (request) => viewPreview(await previewBroadcast(parts, request.account, request.body)),
  });
}
