import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { HOUR } from '../../../src/lib/clock.ts';
import { SandboxError } from '../../errors.ts';
import { verifyCallback } from '../api/management.ts';
import { type Cloud, saveApp } from '../cloud.ts';
import { FaultBody } from '../faults.ts';
import { given } from '../json.ts';
import {
  addToken,
  applyBehaviour,
  changeNumber,
  DEFAULT_SCOPES,
  getNumber,
  registerNumber,
  revokeToken,
} from '../numbers.ts';
import { savePerson } from '../people/people.ts';
import { announceChange } from '../webhooks/account.ts';
import { signatureOf } from '../webhooks/payload.ts';
import { destinationOf } from '../webhooks/webhook.ts';
import { chatRoutes } from './chat-routes.ts';
import {
  AppBody,
  ClockBody,
  FaultParams,
  LogQuery,
  NewNumberBody,
  NumberChangeBody,
  NumberParams,
  PersonBody,
  RawWebhookBody,
  RequestsQuery,
  RevokeBody,
  TokenBody,
  WebhookSettingsBody,
} from './schema.ts';
import { viewCloud, viewCloudNumber, viewFault } from './view.ts';

/** With this header the gateway says, on every call it passes on, where it takes webhooks. */
const CALLBACK_HEADER = 'x-sandbox-callback';

/** The hands of whoever plays the provider and the people behind its numbers: `/sandbox/cloud`. */
export async function cloudControlRoutes(scope: FastifyInstance, cloud: Cloud): Promise<void> {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const kept = () => cloud.store.db.committed();

  http.addHook('onRequest', async (request) => {
    const url = request.headers[CALLBACK_HEADER];
    if (typeof url !== 'string' || url === cloud.app.callback_url || !URL.canParse(url)) return;
    cloud.app.callback_url = url;
    saveApp(cloud);
  });

  http.get('/sandbox/cloud', async () => viewCloud(cloud));

  http.post('/sandbox/cloud', { schema: { body: AppBody } }, async (request) => {
    const { behaviour, app_secret, verify_token, callback_url } = request.body;
    const { app } = cloud;
    app.app_secret = app_secret ?? app.app_secret;
    app.verify_token = verify_token ?? app.verify_token;
    if (callback_url !== undefined) app.callback_url = callback_url;
    if (behaviour) app.behaviour = { ...app.behaviour, ...given(behaviour) };
    applyBehaviour(cloud);
    saveApp(cloud);
    await kept();
    return viewCloud(cloud);
  });

  http.post('/sandbox/cloud/verify', async () => verifyCallback(cloud));

  http.get('/sandbox/cloud/numbers', async () => ({
    data: [...cloud.numbers.values()].map(viewCloudNumber),
  }));

  http.post('/sandbox/cloud/numbers', { schema: { body: NewNumberBody } }, async (request, reply) => {
    const { number, isNew } = registerNumber(cloud, request.body);
    await kept();
    return reply.code(isNew ? 201 : 200).send(viewCloudNumber(number));
  });

  const one = '/sandbox/cloud/numbers/:phone_number_id';
  http.get(one, { schema: { params: NumberParams } }, async (request) =>
    viewCloudNumber(getNumber(cloud, request.params.phone_number_id)),
  );

  http.post(one, { schema: { params: NumberParams, body: NumberChangeBody } }, async (request) => {
    const { announce = true, ...change } = request.body;
    const known = getNumber(cloud, request.params.phone_number_id);
    const before = known.data;
    const number = changeNumber(cloud, known, change);
    await kept();
    if (announce) announceChange(cloud, number, before);
    return viewCloudNumber(number);
  });

  http.post(`${one}/tokens`, { schema: { params: NumberParams, body: TokenBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { access_token, expires_at = null, scopes = DEFAULT_SCOPES, revoke_others } = request.body;
    addToken(cloud, number, { access_token, expires_at, scopes }, revoke_others);
    await kept();
    return viewCloudNumber(number);
  });

  http.post('/sandbox/cloud/tokens/revoke', { schema: { body: RevokeBody } }, async (request) => {
    const numbers = revokeToken(cloud, request.body.access_token);
    if (numbers === 0) throw new SandboxError('token_not_found');
    await kept();
    return { numbers };
  });

  http.post('/sandbox/cloud/people', { schema: { body: PersonBody } }, async (request) => {
    const person = savePerson(cloud, request.body);
    await kept();
    return person;
  });

  http.post('/sandbox/cloud/clock', { schema: { body: ClockBody } }, async (request) => {
    const { advance_ms = 0, advance_hours = 0, frozen } = request.body;
    if (frozen === true) cloud.timeline.freeze();
    cloud.timeline.advance(advance_ms + Math.round(advance_hours * HOUR));
    if (frozen === false) cloud.timeline.unfreeze();
    saveApp(cloud);
    await kept();
    return viewCloud(cloud).clock;
  });

  http.get('/sandbox/cloud/faults', async () => ({ data: cloud.faults.list().map(viewFault) }));

  http.post('/sandbox/cloud/faults', { schema: { body: FaultBody } }, async (request, reply) =>
    reply.code(201).send(viewFault(cloud.faults.add(request.body))),
  );

  http.delete('/sandbox/cloud/faults', async () => ({ removed: cloud.faults.remove(null) }));

  http.delete('/sandbox/cloud/faults/:id', { schema: { params: FaultParams } }, async (request) => {
    const removed = cloud.faults.remove(request.params.id);
    if (removed === 0) throw new SandboxError('fault_not_found');
    return { removed };
  });

  http.get('/sandbox/cloud/requests', { schema: { querystring: RequestsQuery } }, async (request) => ({
    data: cloud.requests.list(request.query),
  }));

  http.delete('/sandbox/cloud/requests', async () => {
    cloud.requests.clear();
    return {};
  });

  http.get('/sandbox/cloud/webhooks', { schema: { querystring: LogQuery } }, async (request) => ({
    data: cloud.callbacks.attempts(request.query.after, request.query.limit),
  }));

  http.post(
    '/sandbox/cloud/webhooks/settings',
    { schema: { body: WebhookSettingsBody } },
    async (request) => {
      cloud.callbacks.change(given(request.body));
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
    return cloud.callbacks.sendRaw(url, text, signature === undefined ? right() : signature);
  });

  chatRoutes(http, cloud);
}
