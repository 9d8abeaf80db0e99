import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { MAX_DAYS } from '../figures/figures.ts';
import { listRatings, readRatingFigures } from './figures.ts';
import type { RatingRow } from './figures-store.ts';
import { ListRatings, type Rating, RatingFigures, RatingPage, ReadRatingFigures } from './schema.ts';

const tags = ['Conversations'];

export function ratingRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/ratings', {
    config: { staff: 'agent', lane: 'pages', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'listRatings',
      summary: 'List ratings',
      description: 'Lists what customers rated after their conversations, newest question first.',
      querystring: ListRatings,
      response: { 200: RatingPage.describe('One page.') },
    },
    handler: async ({ account, query }) => viewPage(await listRatings(ctx, account, query), viewRating),
  });

  http.get('/v1/conversations/ratings/figures', {
    config: { lane: 'expensive', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'getRatingFigures',
      summary: 'Get figures of ratings',
      description:
        `How many customers were asked and what they rated, per day or person, in at most ${MAX_DAYS} days. A rating ` +
        'counts on the day of its question.',
      querystring: ReadRatingFigures,
      response: { 200: RatingFigures.describe('The figures.') },
    },
    handler: ({ account, query }) => readRatingFigures(ctx, account, query),
  });
}

function viewRating({ conversation_uuid, actor, asked_at, rated_at, ...row }: RatingRow): Rating {
  const { phone, name, score, comment } = row;
  return {
    conversation_id: conversation_uuid,
    phone,
    name,
    score,
    comment,
    resolved_by: actor,
    asked_at: asked_at.toISOString(),
    rated_at: rated_at.toISOString(),
  };
}
