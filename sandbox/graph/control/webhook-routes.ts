import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { definedFields } from '../json.ts';
import { getNumber } from '../numbers.ts';
import { destinationOf } from '../webhooks/notify.ts';
import { signatureOf } from '../webhooks/payload.ts';
import { LogQuery, RawWebhookBody, WebhookSettingsBody } from './schema.ts';
import { viewCloud } from './view.ts';

/** Controls how webhooks are sent, and forges webhooks. */
export function webhookRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.get('/sandbox/cloud/webhooks', { schema: { querystring: LogQuery } }, async (request) => ({
    data: cloud.webhooks.attempts(request.query.after, request.query.limit),
  }));

  http.post(
    '/sandbox/cloud/webhooks/settings',
    { schema: { body: WebhookSettingsBody } },
    async (request) => {
      cloud.webhooks.changeSettings(definedFields(request.body));
      return viewCloud(cloud).webhooks;
    },
  );

  http.post('/sandbox/cloud/webhooks', { schema: { body: RawWebhookBody } }, async (request) => {
    const { body, signature, phone_number_id } = request.body;
    const number = phone_number_id === undefined ? null : getNumber(cloud, phone_number_id);
    const target = number && destinationOf(cloud, number, 'messages');
    const url = target?.url ?? cloud.app.callback_url;
    if (url === null) throw new SandboxError('callback_unknown');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const right = () => signatureOf(text, target?.appSecret ?? cloud.app.app_secret);
    return cloud.webhooks.sendRaw(url, text, signature === undefined ? right() : signature);
  });
}
