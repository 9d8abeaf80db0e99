import { z } from 'zod';
import { defineEvent, timestamp } from '../events/event.ts';

/** No consumer subscribes to it: its delivery is made together with it. */
export const WEBHOOK_TEST = defineEvent(
  'webhook.test',
  {
    schema: 'WebhookTestEvent',
    description: 'A test of the endpoint. Kurir sends it only on request, to one webhook.',
    summary: 'Webhook test',
    operationId: 'onWebhookTest',
  },
  {
    device_uuid: z.null().meta({ description: 'A test event has no device.', examples: [null] }),
    timestamp,
  },
);
