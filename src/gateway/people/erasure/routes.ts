import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { pageQuery, viewPage } from '../../../platform/lib/page.ts';
import { eraseNumber, erasePerson, getErasure, listErasures } from './erasure.ts';
import { EraseNumber, ErasePerson, Erasure, ErasurePage, ErasureParams, PersonParams } from './schema.ts';
import { viewErasure } from './view.ts';

const tags = ['Erasure'];
const begun = {
  202: Erasure.describe('The erasure has begun. This is its receipt, which the account keeps.'),
};
const EFFECT =
  'Erases all data of one person: messages with files, notes, search, the contact, events and deliveries of ' +
  'webhooks, and what logs, the provider and the automation know. Messages that wait to be sent fail with ' +
  '`person_erased`. Anonymous rows stay for figures, quota and costs, and a hash keeps the opt-out. Who writes ' +
  'later from the same number is a new person. The key needs the scope `full`.';

/** An extension of the contract. `steps`: of an erasure. */
export function erasureRoutes(http: Http, ctx: Context, steps: number): void {
  eraseRoutes(http, ctx, steps);
  receiptRoutes(http, ctx, steps);
}

function eraseRoutes(http: Http, ctx: Context, steps: number): void {
  http.post('/v1/people/:id/erase', {
    config: { staff: 'owner', requiresFull: true, lane: 'expensive', errors: ['person_not_found'] },
    schema: {
      tags,
      operationId: 'erasePerson',
      summary: 'Erase a person',
      description: `${EFFECT} People who were merged into this one are erased too.`,
      params: PersonParams,
      body: ErasePerson,
      response: begun,
    },
    async handler(request, reply) {
      const erasure = await erasePerson(onBehalfOf(ctx, request), request.account, request.params.id);
      return reply.code(202).send(viewErasure(erasure, steps));
    },
  });

  http.post('/v1/people/erase', {
    config: { staff: 'owner', requiresFull: true, lane: 'expensive', errors: [] },
    schema: {
      tags,
      operationId: 'eraseNumber',
      summary: 'Erase a number',
      description: `As \`POST /v1/people/{id}/erase\`, by number: also of a contact who never wrote. ${EFFECT}`,
      body: EraseNumber,
      response: begun,
    },
    async handler(request, reply) {
      const erasure = await eraseNumber(onBehalfOf(ctx, request), request.account, request.body.phone);
      return reply.code(202).send(viewErasure(erasure, steps));
    },
  });
}

function receiptRoutes(http: Http, ctx: Context, steps: number): void {
  http.get('/v1/erasures', {
    config: { staff: 'owner', lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listErasures',
      summary: 'List erasures',
      description: 'Lists the receipts of the account, newest first. They hold no data of the people.',
      querystring: z.object(pageQuery),
      response: { 200: ErasurePage.describe('One page.') },
    },
    handler: async ({ account, query }) =>
      viewPage(await listErasures(ctx, account, query), (row) => viewErasure(row, steps)),
  });

  http.get('/v1/erasures/:id', {
    config: { staff: 'owner', lane: 'reads', errors: ['erasure_not_found'] },
    schema: {
      tags,
      operationId: 'getErasure',
      summary: 'Get an erasure',
      description: 'Shows how far an erasure is, and what it erased.',
      params: ErasureParams,
      response: { 200: Erasure.describe('The receipt.') },
    },
    handler: async ({ account, params }) => viewErasure(await getErasure(ctx, account, params.id), steps),
  });
}
