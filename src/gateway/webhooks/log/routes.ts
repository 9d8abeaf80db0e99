import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { encodeCursor } from '../../../platform/lib/page.ts';
import { DeliveryDetail, DeliveryPage, DeliveryParams, ListDeliveries } from '../delivery-schema.ts';
import { viewDelivery, viewDeliveryDetail } from '../delivery-view.ts';
import { parseId } from '../ids.ts';
import { WebhookParams } from '../schema.ts';
import * as log from './log.ts';

/** An extension of the contract. */
export function logRoutes(http: Http, ctx: Context): void {
  const tags = ['Webhooks'];

  http.get('/v1/webhooks/:id/deliveries', {
    config: { errors: ['webhook_not_found'] },
    schema: {
      tags,
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description:
        'Lists sent and waiting deliveries, newest first, for 30 days. Continue with `next_cursor` ' +
        'until it is null. New deliveries do not shift the pages.',
      params: WebhookParams,
      querystring: ListDeliveries,
      response: { 200: DeliveryPage.describe('One page.') },
    },
    handler: async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      const { deliveries, next } = await log.listDeliveries(ctx, request.account, id, request.query);
      return { data: deliveries.map(viewDelivery), next_cursor: next && encodeCursor(next) };
    },
  });

  http.get('/v1/webhooks/:id/deliveries/:delivery_id', {
    config: { errors: ['delivery_not_found', 'webhook_not_found'] },
    schema: {
      tags,
      operationId: 'getWebhookDelivery',
      summary: 'Get a delivery',
      description: 'Shows a delivery with every attempt and its exact body.',
      params: DeliveryParams,
      response: { 200: DeliveryDetail.describe('The delivery.') },
    },
    handler: async (request) => {
      const webhookId = parseId(request.params.id, 'webhook_not_found');
      const id = parseId(request.params.delivery_id, 'delivery_not_found');
      const { delivery, attempts } = await log.getDelivery(ctx, request.account, webhookId, id);
      return viewDeliveryDetail(delivery, attempts);
    },
  });
}
