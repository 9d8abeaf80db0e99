import { z } from 'zod';
import type { Context } from '../context.ts';
import { ApiError } from '../lib/errors.ts';
import type { Http } from '../lib/http/http.ts';
import { RegisterWebhook, WebhookCreated, WebhookList, WebhookParams } from './schema.ts';
import { viewWebhook } from './view.ts';
import * as webhooks from './webhook.ts';

/** The webhook endpoints of the contract, and DELETE, which the contract does not know: a receiver that is gone need not fail ten times. */
export function webhookRoutes(http: Http, ctx: Context): void {
  const tags = ['Webhooks'];

  http.post(
    '/v1/webhooks',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'registerWebhook',
        summary: 'Register a webhook',
        description:
          'From now on the events are posted to the URL, signed with the secret of this answer. The same URL may be registered again and is then a webhook of its own.',
        body: RegisterWebhook,
        response: { 201: WebhookCreated.describe('The webhook was registered; keep the secret.') },
      },
    },
    async (request, reply) => {
      const webhook = await webhooks.registerWebhook(ctx, request.account, request.body);
      return reply.code(201).send(webhook);
    },
  );

  http.get(
    '/v1/webhooks',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'All webhooks of the account, disabled ones too, without their secrets.',
        response: { 200: WebhookList.describe('The webhooks.') },
      },
    },
    async (request) => {
      const list = await webhooks.listAccountWebhooks(ctx, request.account.id);
      return { data: list.map(viewWebhook) };
    },
  );

  http.delete(
    '/v1/webhooks/:id',
    {
      config: { errors: ['webhook_not_found'] },
      schema: {
        tags,
        operationId: 'removeWebhook',
        summary: 'Remove a webhook',
        description: 'What still waits for it is not delivered any more.',
        params: WebhookParams,
        response: { 204: z.null().describe('The webhook is gone.') },
      },
    },
    async (request, reply) => {
      await webhooks.removeWebhook(ctx, request.account, idOf(request.params.id));
      return reply.code(204).send(null);
    },
  );
}

/** What is no id of ours is simply unknown. */
function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError('webhook_not_found');
  return Number(text);
}
