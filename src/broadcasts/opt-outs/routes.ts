import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import * as optOuts from './opt-out.ts';
import { AddOptOut, ListOptOuts, OptOut, OptOutPage, OptOutParams, SetWords, Words } from './schema.ts';
import { viewOptOut } from './view.ts';

/** Who wants no broadcasts, and by which words customers say so. The contract does not know them. */
export function optOutRoutes(http: Http, ctx: Context): void {
  const tags = ['Opt-outs'];

  http.get(
    '/v1/opt-outs',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'listOptOuts',
        summary: 'List opt-outs',
        description: 'Pages of those who want no broadcasts, the newest first, or the one of a number.',
        querystring: ListOptOuts,
        response: { 200: OptOutPage.describe('One page.') },
      },
    },
    async (request) => {
      const { optOuts: rows, ...page } = await optOuts.listOptOuts(ctx, request.account, request.query);
      return { data: rows.map(viewOptOut), ...page };
    },
  );

  http.post(
    '/v1/opt-outs',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'addOptOut',
        summary: 'Add an opt-out',
        description:
          'Enters somebody who has said so elsewhere. Broadcasts still count the contact and end it as `failed` with `opted_out`; nothing is sent, no quota is used. Other messages still go out.',
        body: AddOptOut,
        response: {
          200: OptOut.describe('The number was on the list already, perhaps in another spelling.'),
          201: OptOut.describe('The number is on the list.'),
        },
      },
    },
    async (request, reply) => {
      const { optOut, created } = await optOuts.addOptOut(ctx, request.account, request.body);
      return reply.code(created ? 201 : 200).send(viewOptOut(optOut));
    },
  );

  http.delete(
    '/v1/opt-outs/:phone',
    {
      config: { errors: ['opt_out_not_found'] },
      schema: {
        tags,
        operationId: 'removeOptOut',
        summary: 'Remove an opt-out',
        description: 'The number gets broadcasts again, those that have begun included.',
        params: OptOutParams,
        response: { 204: z.null().describe('The number is off the list.') },
      },
    },
    async (request, reply) => {
      await optOuts.removeOptOut(ctx, request.account, request.params.phone);
      return reply.code(204).send(null);
    },
  );

  http.get(
    '/v1/opt-out-words',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'getOptOutWords',
        summary: 'Get the opt-out words',
        description: 'The words by which customers leave, and come back to, broadcasts.',
        response: { 200: Words.describe('The words.') },
      },
    },
    (request) => optOuts.getWords(ctx, request.account),
  );

  http.put(
    '/v1/opt-out-words',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'setOptOutWords',
        summary: 'Set the opt-out words',
        description:
          'Replaces the lists that are given. A message counts when it is one of the words and nothing else, in any case of letters, with or without punctuation around it.',
        body: SetWords,
        response: { 200: Words.describe('The words as they are now.') },
      },
    },
    (request) => optOuts.setWords(ctx, request.account, request.body),
  );
}
