import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import { callbackHeader } from '../../forward.ts';
import { PAGE_ERRORS, type SandboxPage, TAGS } from '../page.ts';
import { changeOfficial, createOfficial, createToken, listOfficials, setFault } from './official.ts';
import {
  ChangeOfficial,
  CreateOfficial,
  CreateToken,
  OfficialCreated,
  OfficialList,
  OfficialParams,
  OfficialView,
  ReviewTemplate,
  SandboxTemplate,
  SandboxTemplates,
  SetFault,
  TokenCreated,
} from './schema.ts';
import { listReviews, reviewTemplate } from './templates.ts';

const ALL = '/app/api/sandbox/official-numbers';
const ONE = `${ALL}/:id`;
const admin = { staff: 'admin', lane: 'outside' } as const;
const KNOWN = [...PAGE_ERRORS, 'sandbox_official_number_not_found'] as const;

/** Numbers of the simulated official provider. */
export function officialRoutes(http: Http, ctx: Context, page: SandboxPage): void {
  numberRoutes(http, ctx, page);
  changeRoutes(http, ctx, page);
  faultRoutes(http, ctx, page);
  reviewRoutes(http, ctx, page);
}

function numberRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.get(ALL, {
    onRequest,
    config: { ...admin, errors: [...PAGE_ERRORS] },
    schema: {
      tags: TAGS,
      operationId: 'listSandboxOfficialNumbers',
      summary: 'List numbers of the simulated provider',
      description: 'Lists the numbers of the account at the simulated official provider.',
      response: { 200: OfficialList.describe('The numbers.') },
    },
    handler: async ({ account }) => ({ data: await listOfficials(ctx, address, account) }),
  });

  http.post(ALL, {
    onRequest,
    config: {
      ...admin,
      errors: [...PAGE_ERRORS, 'sandbox_number_taken', 'sandbox_number_limit_reached', 'sandbox_refused'],
    },
    schema: {
      tags: TAGS,
      operationId: 'createSandboxOfficialNumber',
      summary: 'Create a number of the simulated provider',
      description:
        'Answers the id and the access token with which you create an official cloud device. A number that ' +
        'exists gets a new token, and its earlier tokens end.',
      body: CreateOfficial,
      response: { 201: OfficialCreated.describe('The number with its token.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      return reply.code(201).send(await createOfficial(ctx, address, account, body, callbackHeader(request)));
    },
  });
}

function changeRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.patch(ONE, {
    onRequest,
    config: { ...admin, errors: [...KNOWN] },
    schema: {
      tags: TAGS,
      operationId: 'changeSandboxOfficialNumber',
      summary: 'Change the state of a number at the simulated provider',
      description: 'The provider reports the change by webhook.',
      params: OfficialParams,
      body: ChangeOfficial,
      response: { 200: OfficialView.describe('The number.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return changeOfficial(ctx, address, account, params.id, body, callbackHeader(request));
    },
  });

  http.post(`${ONE}/tokens`, {
    onRequest,
    config: { ...admin, errors: [...KNOWN] },
    schema: {
      tags: TAGS,
      operationId: 'createSandboxToken',
      summary: 'Create an access token of the simulated provider',
      description: 'For a new device, or for a changed token of a device.',
      params: OfficialParams,
      body: CreateToken,
      response: { 201: TokenCreated.describe('The token.') },
    },
    handler: async ({ account, params, body }, reply) => {
      const created = await createToken(ctx, address, account, params.id, body.revoke_others);
      return reply.code(201).send(created);
    },
  });
}

function faultRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  const response = { 204: z.null().describe('Done.') };
  http.put(`${ONE}/fault`, {
    onRequest,
    config: { ...admin, errors: [...KNOWN, 'sandbox_refused'] },
    schema: {
      tags: TAGS,
      operationId: 'setSandboxFault',
      summary: 'Let the next sends of a number fail',
      description: 'Replaces an earlier fault of the number. It ends after its sends, or with a restart.',
      params: OfficialParams,
      body: SetFault,
      response,
    },
    handler: async ({ account, params, body }, reply) => {
      await setFault(ctx, address, account, params.id, body);
      return reply.code(204).send(null);
    },
  });

  http.delete(`${ONE}/fault`, {
    onRequest,
    config: { ...admin, errors: [...KNOWN] },
    schema: {
      tags: TAGS,
      operationId: 'removeSandboxFault',
      summary: 'End the fault of a number',
      description: 'The next sends succeed again.',
      params: OfficialParams,
      response,
    },
    handler: async ({ account, params }, reply) => {
      await setFault(ctx, address, account, params.id, null);
      return reply.code(204).send(null);
    },
  });
}

function reviewRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.get(`${ONE}/templates`, {
    onRequest,
    config: { ...admin, errors: [...KNOWN] },
    schema: {
      tags: TAGS,
      operationId: 'listSandboxTemplates',
      summary: 'List templates at the simulated provider',
      description: 'Lists the templates of the business account of a number, those in review first.',
      params: OfficialParams,
      response: { 200: SandboxTemplates.describe('The templates.') },
    },
    handler: async ({ account, params }) => ({
      data: await listReviews({ ctx, address, account, id: params.id }),
    }),
  });

  http.post(`${ONE}/templates/review`, {
    onRequest,
    config: { ...admin, errors: [...KNOWN, 'sandbox_refused'] },
    schema: {
      tags: TAGS,
      operationId: 'reviewSandboxTemplate',
      summary: 'Decide about a template as the simulated provider',
      description:
        'Sets the given parts. The provider reports the decision by webhook, as the real one does.',
      params: OfficialParams,
      body: ReviewTemplate,
      response: { 200: SandboxTemplate.describe('The template.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return reviewTemplate({ ctx, address, account, id: params.id }, body, callbackHeader(request));
    },
  });
}
