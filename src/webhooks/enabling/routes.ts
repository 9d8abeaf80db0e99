import type { AccountKind } from '../../accounts/account.ts';
import { onBehalfOf } from '../../audit/audit.ts';
import type { Context } from '../../context.ts';
import type { ReachCheck } from '../../lib/guarded-fetch/reach-check.ts';
import type { Http } from '../../lib/http/http.ts';
import { parseId } from '../ids.ts';
import { MAX_FAILURES, WebhookEnabled, WebhookParams } from '../schema.ts';
import { viewEnabled } from '../view.ts';
import { enableWebhook, requireWorthEnabling } from './enable.ts';

const DESCRIPTION =
  `Enables a webhook that was disabled after ${MAX_FAILURES} failures. It keeps its id and its secret, and its ` +
  '`failure_count` is 0 again.\nKurir queues its `held` deliveries, and starts up to 50 of them per second. Their ' +
  'failures count as before. For events since\n`missed_since`, call `POST /v1/webhooks/{id}/replay`.\n\n' +
  'You can repeat the call: an enabled webhook only gets `failure_count` 0.';

/** An extension of the contract. A new registration works as before. */
export function enableRoute(
  http: Http,
  ctx: Context,
  reach: Readonly<Record<AccountKind, ReachCheck>>,
): void {
  http.post(
    '/v1/webhooks/:id/enable',
    {
      config: { lane: 'outside', errors: ['webhook_limit_reached', 'webhook_not_found'] },
      schema: {
        tags: ['Webhooks'],
        operationId: 'enableWebhook',
        summary: 'Enable a disabled webhook',
        description: DESCRIPTION,
        params: WebhookParams,
        response: { 200: WebhookEnabled.describe('The webhook is enabled.') },
      },
    },
    async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      await requireWorthEnabling(ctx, request.account, id, reach[request.account.kind]);
      const enabled = await enableWebhook(onBehalfOf(ctx, request), request.account, id);
      return viewEnabled(enabled, ctx.now());
    },
  );
}
