import type { Context } from '../../context.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Http } from '../../lib/http/http.ts';
import { cursorOf } from '../cursor.ts';
import { parseId } from '../ids.ts';
import { getDelivery } from '../log/log.ts';
import { DeliveryDetail, DeliveryParams } from '../log/schema.ts';
import { viewDeliveryDetail } from '../log/view.ts';
import { WebhookParams } from '../schema.ts';
import { replayDelivery, replayEvents, sendTestEvent } from './replay.ts';
import { ReplayEvents, Replayed } from './schema.ts';
import { createTurns } from './turns.ts';

const REPLAY = `Queues what happened in the account since a time, of the types that the webhook subscribes to: also what happened before it was
registered, such as what a disabled webhook before it missed. Events are kept for 30 days. Each comes with the same \`event_id\` and the same bytes;
one that still waits for the webhook is not queued twice, but its next attempt is made now. Replays walk the usual retries; their failures do not
count towards disabling.

One call goes through 50,000 events at most. Go on with \`next_cursor\` until it is null.`;

/** So much of the connections to the database replays may hold together. */
const SHARE_OF_POOL = 1 / 4;

/** Asking for deliveries: again, or for a try. An extension of the contract. */
export function replayRoutes(http: Http, ctx: Context): void {
  const tags = ['Webhooks'];
  const turns = createTurns(Math.max(1, Math.floor(ctx.config.KURIR_DATABASE_POOL * SHARE_OF_POOL)));

  http.post(
    '/v1/webhooks/:id/replay',
    {
      config: { errors: ['replay_under_way', 'webhook_disabled', 'webhook_not_found'] },
      schema: {
        tags,
        operationId: 'replayWebhookEvents',
        summary: 'Replay events to a webhook',
        description: REPLAY,
        params: WebhookParams,
        body: ReplayEvents,
        response: { 202: Replayed.describe('So many deliveries were queued.') },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      const { account, body } = request;
      const replayed = await turns.take(account.id, () => replayEvents(ctx, account, id, body));
      if (!replayed) throw new ApiError('replay_under_way');
      const { queued, next } = replayed;
      return reply.code(202).send({ queued, next_cursor: next && cursorOf(next) });
    },
  );

  http.post(
    '/v1/webhooks/:id/deliveries/:delivery_id/replay',
    {
      config: { errors: ['delivery_not_found', 'webhook_disabled', 'webhook_not_found'] },
      schema: {
        tags,
        operationId: 'replayWebhookDelivery',
        summary: 'Replay a delivery',
        description:
          'Queues the event of the delivery once more for the same webhook, received or not: same `event_id`, same bytes. While one delivery of the event still waits, that one is answered, its next attempt is made now, and nothing is queued. Its failures do not count towards disabling.',
        params: DeliveryParams,
        response: { 202: DeliveryDetail.describe('The delivery that is to come.') },
      },
    },
    async (request, reply) => {
      const webhookId = parseId(request.params.id, 'webhook_not_found');
      const deliveryId = parseId(request.params.delivery_id, 'delivery_not_found');
      const id = await replayDelivery(ctx, request.account, webhookId, deliveryId);
      const { delivery, attempts } = await getDelivery(ctx, request.account, webhookId, id);
      return reply.code(202).send(viewDeliveryDetail(delivery, attempts));
    },
  );

  http.post(
    '/v1/webhooks/:id/test',
    {
      config: { errors: ['webhook_disabled', 'webhook_not_found'] },
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description:
          'Queues an event of type `webhook.test` for this webhook alone, whatever it subscribes to. It is attempted once and never counts towards disabling. Look at the delivery for what came of it.',
        params: WebhookParams,
        response: { 202: DeliveryDetail.describe('The delivery to look at.') },
      },
    },
    async (request, reply) => {
      const webhookId = parseId(request.params.id, 'webhook_not_found');
      const id = await sendTestEvent(ctx, request.account, webhookId);
      const { delivery, attempts } = await getDelivery(ctx, request.account, webhookId, id);
      return reply.code(202).send(viewDeliveryDetail(delivery, attempts));
    },
  );
}
