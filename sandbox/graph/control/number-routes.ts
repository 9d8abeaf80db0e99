import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import {
  addToken,
  changeNumber,
  DEFAULT_SCOPES,
  getNumber,
  registerNumber,
  revokeToken,
} from '../numbers.ts';
import { listedTemplates } from '../templates/account-templates.ts';
import { notifyTemplateChanges } from '../templates/list.ts';
import { ReviewBody, reviewTemplate } from '../templates/review.ts';
import { notifyAccountChange } from '../webhooks/account-updates.ts';
import { NewNumberBody, NumberChangeBody, NumberParams, RevokeBody, TokenBody } from './schema.ts';
import { viewCloudNumber } from './view.ts';

/** Controls business numbers and their access tokens. */
export function numberRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.get('/sandbox/cloud/numbers', async () => ({
    data: [...cloud.numbers.values()].map(viewCloudNumber),
  }));

  http.post('/sandbox/cloud/numbers', { schema: { body: NewNumberBody } }, async (request, reply) => {
    const { number, isNew } = registerNumber(cloud, request.body);
    await cloud.store.db.committed();
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
    await cloud.store.db.committed();
    if (announce) {
      notifyAccountChange(cloud, number, before);
      notifyTemplateChanges(cloud, number, before);
    }
    return viewCloudNumber(number);
  });

  http.get(`${one}/templates`, { schema: { params: NumberParams } }, async (request) => ({
    data: listedTemplates(cloud, getNumber(cloud, request.params.phone_number_id).data.waba_id),
  }));

  const review = { params: NumberParams, body: ReviewBody };
  http.post(`${one}/templates/review`, { schema: review }, async (request) =>
    reviewTemplate(cloud, getNumber(cloud, request.params.phone_number_id), request.body),
  );

  http.post(`${one}/tokens`, { schema: { params: NumberParams, body: TokenBody } }, async (request) => {
    const number = getNumber(cloud, request.params.phone_number_id);
    const { access_token, expires_at = null, scopes = DEFAULT_SCOPES, revoke_others } = request.body;
    addToken(cloud, number, { access_token, expires_at, scopes }, revoke_others);
    await cloud.store.db.committed();
    return viewCloudNumber(number);
  });

  http.post('/sandbox/cloud/tokens/revoke', { schema: { body: RevokeBody } }, async (request) => {
    const numbers = revokeToken(cloud, request.body.access_token);
    if (numbers === 0) throw new SandboxError('token_not_found');
    await cloud.store.db.committed();
    return { numbers };
  });
}
