import type { Context } from '../../../context.ts';
import type { AccountKind } from '../../../platform/accounts/account.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { ReachCheck } from '../../../platform/lib/guarded-fetch/reach-check.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { parseId } from '../ids.ts';
import { MAX_FAILURES, WebhookEnabled, WebhookItem, WebhookParams } from '../schema.ts';
import { viewEnabled, viewWebhook } from '../view.ts';
import { disableWebhook, enableWebhook, requireWorthEnabling } from './enable.ts';

const DESCRIPTION =
  `Enables a webhook that was disabled by a call, or after ${MAX_FAILURES} failures. ` +
  'It keeps its id and its secret, and its ' +
  '`failure_count` is 0 again.\nKurir queues its `held` deliveries, and starts up to 50 of them per second. Their ' +
  'failures count as before. For events since\n`missed_since`, call `POST /v1/webhooks/{id}/replay`.\n\n' +
  'You can repeat the call: an enabled webhook only gets `failure_count` 0.';

/** An extension of the contract. A new registration works as before. */
export function enableRoute(
  http: Http,
  ctx: Context,
  reach: Readonly<Record<AccountKind, ReachCheck>>,
): void {
  http.post('/v1/webhooks/:id/enable', {
    config: { lane: 'outside', errors: ['webhook_limit_reached', 'webhook_not_found'] },
    schema: {
      tags: ['Webhooks'],
      operationId: 'enableWebhook',
      summary: 'Enable a disabled webhook',
      description: DESCRIPTION,
      params: WebhookParams,
      response: { 200: WebhookEnabled.describe('The webhook is enabled.') },
    },
    handler: async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      await requireWorthEnabling(ctx, request.account, id, reach[request.account.kind]);
      const enabled = await enableWebhook(onBehalfOf(ctx, request), request.account, id);
      return viewEnabled(enabled, ctx.now());
    },
  });
}

/** An extension of the contract. */
export function disableRoute(http: Http, ctx: Context): void {
  http.post('/v1/webhooks/:id/disable', {
    config: { errors: ['webhook_not_found'] },
    schema: {
      tags: ['Webhooks'],
      operationId: 'disableWebhook',
      summary: 'Disable a webhook',
      description:
        'Switches a webhook off, for example while its receiver is repaired. Kurir holds its waiting deliveries. ' +
        'Enable it again, then replay the later events. A disabled webhook stays as it is.',
      params: WebhookParams,
      response: { 200: WebhookItem.describe('The webhook is disabled.') },
    },
    handler: async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      return viewWebhook(await disableWebhook(onBehalfOf(ctx, request), request.account, id), ctx.now());
    },
  });
}
