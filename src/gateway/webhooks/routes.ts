import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { AccountKind } from '../../platform/accounts/account.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { ReachCheck } from '../../platform/lib/guarded-fetch/reach-check.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { disableRoute, enableRoute } from './enabling/routes.ts';
import { parseId } from './ids.ts';
import { logRoutes } from './log/routes.ts';
import { replayRoutes } from './replay/routes.ts';
import {
  ChangeWebhook,
  MAX_DISABLED,
  MAX_PREVIOUS_SECRETS,
  MAX_WEBHOOKS,
  RegisterWebhook,
  RotateSecret,
  SecretRotated,
  WebhookCreated,
  WebhookItem,
  WebhookList,
  WebhookParams,
} from './schema.ts';
import { viewWebhook } from './view.ts';
import * as webhooks from './webhook.ts';

const tags = ['Webhooks'];

const REGISTRATION =
  'Registers a webhook. Kurir posts new events to its URL, signed with the secret of the answer. You can register\n' +
  `the same URL again as another webhook. An account can have ${MAX_WEBHOOKS} enabled webhooks. ` +
  'Disabled webhooks stay in the list;\n' +
  `a registration removes the oldest of more than ${MAX_DISABLED}. ` +
  'At public addresses, the ports 80, 443, 8080 and 8443 are open, unless the\noperator changed them. ' +
  'A URL in a private network needs the setting `KURIR_ALLOW_NETWORKS` of the operator.\n' +
  'The operator may require https.';

const CHANGE =
  'Changes which events the webhook gets. Its id, URL and secret stay. With `device_uuids`, the webhook gets only ' +
  'events of\nthese devices, and no event without a device. Events before the change keep their deliveries. ' +
  'A released device stays in\nthe list and has no more events.';

const ROTATION =
  'Creates a new secret. The old secret also signs for `overlap_hours`. `webhook-signature` has both signatures.\n' +
  '`X-Service-Signature` has one: the old secret signs until the end of the overlap, then the new one. ' +
  'After another\nrotation during the overlap, all secrets sign until the end of the new overlap, ' +
  `at most ${MAX_PREVIOUS_SECRETS} old ones. Then the oldest secret\nsigns \`X-Service-Signature\`.`;

type Reach = Readonly<Record<AccountKind, ReachCheck>>;

/** With removal, a dead receiver need not fail ten times. */
export function webhookRoutes(http: Http, ctx: Context, reach: Reach): void {
  registrationRoutes(http, ctx, reach);
  changeRoute(http, ctx);
  removalRoute(http, ctx);
  enableRoute(http, ctx, reach);
  disableRoute(http, ctx);
  rotationRoute(http, ctx);
  logRoutes(http, ctx);
  replayRoutes(http, ctx);
}

function registrationRoutes(http: Http, ctx: Context, reach: Reach): void {
  http.post('/v1/webhooks', {
    config: { lane: 'outside', errors: ['webhook_limit_reached'] },
    schema: {
      tags,
      operationId: 'registerWebhook',
      summary: 'Register a webhook',
      description: REGISTRATION,
      body: RegisterWebhook,
      response: { 201: WebhookCreated.describe('The webhook is registered. Keep the secret.') },
    },
    handler: async (request, reply) => {
      webhooks.requireAllowedScheme(ctx, request.body.url);
      await webhooks.requireReachable(reach[request.account.kind], request.body.url);
      const body = await webhooks.withOwnDevices(ctx, request.account, request.body);
      const webhook = await webhooks.registerWebhook(onBehalfOf(ctx, request), request.account, body);
      return reply.code(201).send(webhook);
    },
  });

  http.get('/v1/webhooks', {
    config: { errors: [] },
    schema: {
      tags,
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: 'Lists all webhooks of the account, including disabled ones, without their secrets.',
      response: { 200: WebhookList.describe('The webhooks.') },
    },
    handler: async (request) => {
      const list = await webhooks.listAccountWebhooks(ctx, request.account.id);
      const now = ctx.now();
      return { data: list.map((webhook) => viewWebhook(webhook, now)) };
    },
  });
}

function changeRoute(http: Http, ctx: Context): void {
  http.patch('/v1/webhooks/:id', {
    config: { errors: ['webhook_not_found'] },
    schema: {
      tags,
      operationId: 'changeWebhook',
      summary: 'Change a webhook',
      description: CHANGE,
      params: WebhookParams,
      body: ChangeWebhook,
      response: { 200: WebhookItem.describe('The webhook is changed.') },
    },
    handler: async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      await webhooks.getWebhook(ctx, request.account, id);
      const body = await webhooks.withOwnDevices(ctx, request.account, request.body);
      const webhook = await webhooks.changeWebhook(onBehalfOf(ctx, request), request.account, id, body);
      return viewWebhook(webhook, ctx.now());
    },
  });
}

function removalRoute(http: Http, ctx: Context): void {
  http.delete('/v1/webhooks/:id', {
    config: { errors: ['webhook_not_found'] },
    schema: {
      tags,
      operationId: 'removeWebhook',
      summary: 'Remove a webhook',
      description: 'Removes a webhook. Its waiting deliveries are not sent.',
      params: WebhookParams,
      response: { 204: z.null().describe('The webhook is removed.') },
    },
    handler: async (request, reply) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      await webhooks.removeWebhook(onBehalfOf(ctx, request), request.account, id);
      return reply.code(204).send(null);
    },
  });
}

function rotationRoute(http: Http, ctx: Context): void {
  http.post('/v1/webhooks/:id/rotate-secret', {
    config: { errors: ['secret_limit_reached', 'webhook_disabled', 'webhook_not_found'] },
    schema: {
      tags,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description: ROTATION,
      params: WebhookParams,
      body: RotateSecret,
      response: { 200: SecretRotated.describe('The new secret signs from now on. Keep it.') },
    },
    handler: async (request) => {
      const id = parseId(request.params.id, 'webhook_not_found');
      const rotated = await webhooks.rotateSecret(
        onBehalfOf(ctx, request),
        request.account,
        id,
        request.body,
      );
      return { ...rotated, previous_secret_until: rotated.previous_secret_until?.toISOString() ?? null };
    },
  });
}
