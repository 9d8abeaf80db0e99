import { z } from 'zod';
import type { Context } from '../context.ts';
import { ApiError } from '../lib/errors.ts';
import type { Http } from '../lib/http/http.ts';
import { RegisterWebhook, WebhookCreated, WebhookItem } from './schema.ts';
import { viewWebhook } from './view.ts';
import * as webhooks from './webhook.ts';

const Params = z.object({ id: z.string() });

/** The webhook endpoints of the contract, and DELETE, which the contract does not know: a receiver that is gone need not fail ten times. */
export function webhookRoutes(http: Http, ctx: Context): void {
  const tags = ['Webhooks'];

  http.post(
    '/v1/webhooks',
    { schema: { tags, body: RegisterWebhook, response: { 201: WebhookCreated } } },
    async (request, reply) => {
      const webhook = await webhooks.registerWebhook(ctx, request.account, request.body);
      return reply.code(201).send(webhook);
    },
  );

  http.get(
    '/v1/webhooks',
    { schema: { tags, response: { 200: z.object({ data: z.array(WebhookItem) }) } } },
    async (request) => {
      const list = await webhooks.listAccountWebhooks(ctx, request.account.id);
      return { data: list.map(viewWebhook) };
    },
  );

  http.delete(
    '/v1/webhooks/:id',
    { schema: { tags, params: Params, response: { 204: z.null() } } },
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
