import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { viewFaq } from '../faqs/view.ts';
import { answerGap, dismissGap, getGap, listGaps } from './gap.ts';
import { AnsweredGap, AnswerGap, Gap, GapPage, GapParams, ListGaps, REOPEN_AFTER } from './schema.ts';
import { viewGap } from './view.ts';

const tags = ['Knowledge'];

export function gapRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  settleRoutes(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/gaps',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        operationId: 'listKnowledgeGaps',
        summary: 'List what the assistant could not answer',
        description:
          'Lists questions that the assistant could not answer, with similar ones together. A new question is here ' +
          'after some seconds. Continue with `next_cursor` until it is null.',
        querystring: ListGaps,
        response: { 200: GapPage.describe('A page of gaps.') },
      },
    },
    async ({ account, query }) => viewPage(await listGaps(ctx, account, query), viewGap),
  );

  http.get(
    '/v1/knowledge/gaps/:id',
    {
      config: { lane: 'reads', errors: ['gap_not_found'] },
      schema: {
        tags,
        operationId: 'getKnowledgeGap',
        summary: 'Get a knowledge gap',
        description: 'Shows similar questions that the assistant could not answer.',
        params: GapParams,
        response: { 200: Gap.describe('The gap.') },
      },
    },
    async ({ account, params }) => viewGap(await getGap(ctx.db, account, params.id)),
  );
}

function settleRoutes(http: Http, ctx: Context): void {
  http.post(
    '/v1/knowledge/gaps/:id/answer',
    {
      config: { errors: ['gap_not_found', 'faq_not_found', 'knowledge_limit_reached'] },
      schema: {
        tags,
        operationId: 'answerKnowledgeGap',
        summary: 'Answer a knowledge gap',
        description:
          'Makes an FAQ pair of the answer and the questions of the gap, or adds the questions to a present pair. ' +
          'The assistant learns it within seconds. The key needs the scope `full`.',
        params: GapParams,
        body: AnswerGap,
        response: { 200: AnsweredGap.describe('The gap, and the FAQ pair that answers it.') },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      const { gap, faq } = await answerGap(onBehalfOf(ctx, request), account, params.id, body);
      return { gap: viewGap(gap), faq: viewFaq(faq) };
    },
  );

  http.post(
    '/v1/knowledge/gaps/:id/dismiss',
    {
      config: { errors: ['gap_not_found'] },
      schema: {
        tags,
        operationId: 'dismissKnowledgeGap',
        summary: 'Dismiss a knowledge gap',
        description:
          `The gap needs no answer. It is open again when ${REOPEN_AFTER} more customers ask. ` +
          'The key needs the scope `full`.',
        params: GapParams,
        response: { 200: Gap.describe('The gap.') },
      },
    },
    async (request) =>
      viewGap(await dismissGap(onBehalfOf(ctx, request), request.account, request.params.id)),
  );
}
