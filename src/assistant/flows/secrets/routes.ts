import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { Secret, SecretList, SecretParams, SetSecret } from './schema.ts';
import { deleteSecret, listSecrets, setSecret } from './secret.ts';
import type { SecretRow } from './store.ts';

const tags = ['Flows'];

export function secretRoutes(http: Http, ctx: Context): void {
  http.get('/v1/flows/secrets', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listFlowSecrets',
      summary: 'List secrets of flows',
      description:
        'Lists the names of the secrets that headers of HTTP requests can have. Values are never shown.',
      response: { 200: SecretList.describe('All secrets.') },
    },
    handler: async ({ account }) => ({ data: (await listSecrets(ctx, account)).map(viewSecret) }),
  });

  http.put('/v1/flows/secrets/:name', {
    config: { errors: ['flow_secret_limit_reached'] },
    schema: {
      tags,
      operationId: 'setFlowSecret',
      summary: 'Set a secret of flows',
      description: 'Makes the secret, or replaces its value. All flows of the account can use it.',
      params: SecretParams,
      body: SetSecret,
      response: { 200: Secret.describe('The secret, without its value.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const secret = { name: params.name, value: body.value };
      return viewSecret(await setSecret(onBehalfOf(ctx, request), account, secret));
    },
  });

  http.delete('/v1/flows/secrets/:name', {
    config: { errors: ['flow_secret_not_found'] },
    schema: {
      tags,
      operationId: 'deleteFlowSecret',
      summary: 'Delete a secret of flows',
      description: 'Requests that use the secret fail from now on.',
      params: SecretParams,
      response: { 204: z.null().describe('The secret is deleted.') },
    },
    handler: async (request, reply) => {
      await deleteSecret(onBehalfOf(ctx, request), request.account, request.params.name);
      return reply.code(204).send(null);
    },
  });
}

function viewSecret({ name, updated_at }: SecretRow): Secret {
  return { name, updated_at: updated_at.toISOString() };
}
