import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { encodeCursor } from '../../../platform/lib/page.ts';
import { DeliveryDetail, DeliveryParams } from '../delivery-schema.ts';
import { viewDeliveryDetail } from '../delivery-view.ts';
import { parseId } from '../ids.ts';
import { getDelivery } from '../log/log.ts';
import { WebhookParams } from '../schema.ts';
import { replayDelivery, replayEvents, sendTestEvent } from './replay.ts';
import { ReplayLock } from './replay-lock.ts';
import { ReplayEvents, Replayed } from './schema.ts';

const tags = ['Webhooks'];

const REPLAY =
  'Sends the events since a time again, if the webhook subscribes to their type. This includes events from before ' +
  'the\nregistration, such as those that a disabled webhook missed. Events are kept for 30 days and keep their ' +
  '`event_id` and\nbytes. A delivery that still waits is not queued twice: its next attempt comes earlier. ' +
  'Kurir retries a failed replay, and its\nfailures do not count towards disabling.\n\n' +
  'The deliveries leave at a pace: 50 per second of an account. One call covers at most 50,000 events.\n' +
  'Continue with `next_cursor` until it is null.';

/** A replay uses two connections: one for its lock, one for its work. */
const SHARE_OF_POOL = 1 / 4;

/** An extension of the contract. */
export function replayRoutes(http: Http, ctx: Context): void {
  eventsRoute(http, ctx);
  deliveryRoute(http, ctx);
  testRoute(http, ctx);
}

function eventsRoute(http: Http, ctx: Context): void {
  const lock = new ReplayLock(Math.max(1, Math.floor(ctx.config.KURIR_DATABASE_POOL * SHARE_OF_POOL)));

  http.post('/v1/webhooks/:id/replay', {
    config: { lane: 'outside', errors: ['replay_under_way', 'webhook_disabled', 'webhook_not_found'] },
    schema: {
      tags,
      operationId: 'replayWebhookEvents',
      summary: 'Replay events to a webhook',
      description: REPLAY,
      params: WebhookParams,
      body: ReplayEvents,
      response: { 202: Replayed.describe('The deliveries are queued.') },
    },
    handler: async (request, reply) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      const { account, body } = request;
      const replayed = await lock.run(account.id, () => replayEvents(ctx, account, id, body));
      if (!replayed) throw new ApiError('replay_under_way');
      const { queued, next } = replayed;
      return reply.code(202).send({ queued, next_cursor: next && encodeCursor(next) });
    },
  });
}

function deliveryRoute(http: Http, ctx: Context): void {
  http.post('/v1/webhooks/:id/deliveries/:delivery_id/replay', {
    config: { errors: ['delivery_not_found', 'webhook_disabled', 'webhook_not_found'] },
    schema: {
      tags,
      operationId: 'replayWebhookDelivery',
      summary: 'Replay a delivery',
      description:
        'Sends the event of a delivery to the same webhook again, with the same `event_id` and ' +
        'bytes. If a delivery of the event still waits, its next attempt comes earlier and it is the ' +
        'answer. Failures of a replay do not count towards disabling.',
      params: DeliveryParams,
      response: { 202: DeliveryDetail.describe('The delivery that will be sent.') },
    },
    handler: async (request, reply) => {
      const webhookId = parseId(request.params.id, 'webhook_not_found');
      const deliveryId = parseId(request.params.delivery_id, 'delivery_not_found');
      const id = await replayDelivery(ctx, request.account, webhookId, deliveryId);
      const { delivery, attempts } = await getDelivery(ctx, request.account, webhookId, id);
      return reply.code(202).send(viewDeliveryDetail(delivery, attempts));
    },
  });
}

function testRoute(http: Http, ctx: Context): void {
  http.post('/v1/webhooks/:id/test', {
    config: { errors: ['webhook_disabled', 'webhook_not_found'] },
    schema: {
      tags,
      operationId: 'testWebhook',
      summary: 'Send a test event',
      description:
        'Sends an event of type `webhook.test` to this webhook only, without a subscription. Kurir ' +
        'makes one attempt, and a failure does not count towards disabling. See the delivery for ' +
        'the result. After 20 at once, an account sends one per second: 503 when one would wait for over a minute.',
      params: WebhookParams,
      response: { 202: DeliveryDetail.describe('The delivery of the test event.') },
    },
    handler: async (request, reply) => {
      const webhookId = parseId(request.params.id, 'webhook_not_found');
      const id = await sendTestEvent(ctx, request.account, webhookId);
      const { delivery, attempts } = await getDelivery(ctx, request.account, webhookId, id);
      return reply.code(202).send(viewDeliveryDetail(delivery, attempts));
    },
  });
}
