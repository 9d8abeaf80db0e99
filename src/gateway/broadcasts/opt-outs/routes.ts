import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { rowIdOf } from '../../../platform/lib/row-id.ts';
import { ContactParams } from '../../contacts/contact.ts';
import { getConsent } from './consent.ts';
import * as optOuts from './opt-out.ts';
import {
  AddOptOut,
  Consent,
  Keywords,
  ListOptOuts,
  OptOut,
  OptOutPage,
  OptOutParams,
  SetKeywords,
} from './schema.ts';
import { viewChange, viewOptOut } from './view.ts';

const TAGS = ['Opt-outs'];

/** An extension of the contract. */
export function optOutRoutes(http: Http, ctx: Context): void {
  listRoute(http, ctx);
  consentRoute(http, ctx);
  changeRoutes(http, ctx);
  keywordRoutes(http, ctx);
}

function listRoute(http: Http, ctx: Context): void {
  http.get('/v1/opt-outs', {
    // Counts the whole list.
    config: { lane: 'expensive', errors: [] },
    schema: {
      tags: TAGS,
      operationId: 'listOptOuts',
      summary: 'List opt-outs',
      description: 'Lists opt-outs in pages, newest first, or finds one number.',
      querystring: ListOptOuts,
      response: { 200: OptOutPage.describe('One page.') },
    },
    handler: async (request) => {
      const { optOuts: rows, ...page } = await optOuts.listOptOuts(ctx, request.account, request.query);
      return { data: rows.map(viewOptOut), ...page };
    },
  });
}

function consentRoute(http: Http, ctx: Context): void {
  http.get('/v1/contacts/:id/consent', {
    config: { lane: 'reads', errors: ['contact_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'getContactConsent',
      summary: 'Show the consent of a contact',
      description: 'Whether a contact gets broadcasts, and when and why the customer opted out and in again.',
      params: ContactParams,
      response: { 200: Consent.describe('The consent.') },
    },
    handler: async ({ account, params }) => {
      const consent = await getConsent(ctx, account, rowIdOf(params.id, 'contact_not_found'));
      return {
        opted_out: consent.isOptedOut,
        opt_outs: consent.optOuts.map(viewOptOut),
        changes: consent.changes.map(viewChange),
      };
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/opt-outs', {
    config: { stores: 'bytes', errors: [...STORAGE_ERRORS] },
    schema: {
      tags: TAGS,
      operationId: 'addOptOut',
      summary: 'Add an opt-out',
      description:
        'Adds a number to the opt-out list. Broadcasts still count the contact, which fails with ' +
        '`opted_out`. Kurir sends nothing and uses no quota. Other messages to the number are still ' +
        'sent.',
      body: AddOptOut,
      response: {
        200: OptOut.describe('The number was already on the list, possibly in another spelling.'),
        201: OptOut.describe('The number is on the list.'),
      },
    },
    handler: async (request, reply) => {
      const { optOut, created } = await optOuts.addOptOut(ctx, request.account, request.body);
      return reply.code(created ? 201 : 200).send(viewOptOut(optOut));
    },
  });

  http.delete('/v1/opt-outs/:phone', {
    config: { errors: ['opt_out_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'removeOptOut',
      summary: 'Remove an opt-out',
      description: 'The number gets broadcasts again, including running ones.',
      params: OptOutParams,
      response: { 204: z.null().describe('The number is removed from the list.') },
    },
    handler: async (request, reply) => {
      await optOuts.removeOptOut(ctx, request.account, request.params.phone);
      return reply.code(204).send(null);
    },
  });
}

function keywordRoutes(http: Http, ctx: Context): void {
  http.get('/v1/opt-out-words', {
    config: { errors: [] },
    schema: {
      tags: TAGS,
      operationId: 'getOptOutWords',
      summary: 'Get the opt-out keywords',
      description: 'The keywords that opt customers out of broadcasts, and those that end an opt-out.',
      response: { 200: Keywords.describe('The keywords.') },
    },
    handler: (request) => optOuts.getKeywords(ctx, request.account),
  });

  const example = { summary: 'Keywords of an opt-out', value: { opt_out_words: ['STOP', 'BERHENTI'] } };
  http.put('/v1/opt-out-words', {
    config: { errors: [], documentation: { requestExamples: { opt_out: example } } },
    schema: {
      tags: TAGS,
      operationId: 'setOptOutWords',
      summary: 'Set the opt-out keywords',
      description:
        'Replaces the lists in the request, at least one of the two. A message matches if it consists ' +
        'of one keyword only. Case, and punctuation around it, do not matter.',
      body: SetKeywords,
      response: { 200: Keywords.describe('The current keywords.') },
    },
    handler: (request) => optOuts.setKeywords(onBehalfOf(ctx, request), request.account, request.body),
  });
}
