import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../audit/audit.ts';
import type { Http } from '../../lib/http/http.ts';
import { listKeys } from '../key.ts';
import { createAccountKey, revokeAccountKey } from './api-key.ts';
import {
  ApiKeyCreated,
  ApiKeyList,
  ApiKeyParams,
  ApiKeyRevoked,
  CreateApiKey,
  MAX_DEAD_KEYS,
  MAX_LIVING_KEYS,
} from './schema.ts';
import { viewApiKey, viewBounds } from './view.ts';

const tags = ['API keys'];

const CREATION =
  'Creates a key of the account. It never works longer, or from more addresses, than the calling key. It stays\n' +
  'valid when the calling key is revoked. ' +
  `An account can have ${MAX_LIVING_KEYS} keys that are neither revoked nor expired.\n` +
  `A creation removes the oldest of more than ${MAX_DEAD_KEYS} revoked and expired keys.`;

/** An extension of the contract. */
export function apiKeyRoutes(http: Http, ctx: Context): void {
  listRoute(http, ctx);
  creationRoute(http, ctx);
  revocationRoute(http, ctx);
}

function listRoute(http: Http, ctx: Context): void {
  http.get('/v1/api-keys', {
    // A list of keys shows where an account can be attacked.
    config: { errors: [], requiresFull: true },
    schema: {
      tags,
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description:
        'Lists all keys of the account with their last use, also revoked and expired ones. The keys ' +
        'themselves are not shown. The calling key needs the scope `full`.',
      response: { 200: ApiKeyList.describe('The keys, oldest first.') },
    },
    handler: async (request) => ({ data: (await listKeys(ctx.db, request.account.id)).map(viewApiKey) }),
  });
}

function creationRoute(http: Http, ctx: Context): void {
  http.post('/v1/api-keys', {
    config: { errors: ['api_key_limit_reached'], asksProof: true },
    schema: {
      tags,
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description: CREATION,
      body: CreateApiKey,
      response: { 201: ApiKeyCreated.describe('The key works now. Keep it: only this answer shows it.') },
    },
    handler: async (request, reply) => {
      const { key, api_key } = await createAccountKey(
        onBehalfOf(ctx, request),
        request.account.id,
        request,
        request.body,
      );
      return reply.code(201).send({ ...viewBounds(key), api_key });
    },
  });
}

function revocationRoute(http: Http, ctx: Context): void {
  http.delete('/v1/api-keys/:id', {
    config: { errors: ['api_key_not_found'], asksProof: true },
    schema: {
      tags,
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'Revokes a key of the account permanently, within a second. It can be the calling key, and the last key: ' +
        'the operator can create another one. Keys that the key has created stay valid. A repetition gets ' +
        'the same answer.',
      params: ApiKeyParams,
      response: { 200: ApiKeyRevoked.describe('The key is revoked.') },
    },
    handler: async (request) => {
      const { id, revoked_at } = await revokeAccountKey(
        onBehalfOf(ctx, request),
        request.account.id,
        request,
        request.params.id,
      );
      return { id, revoked_at: revoked_at.toISOString() };
    },
  });
}
