import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewFaq } from '../faqs/view.ts';
import { LearnAnswer, LearnedAnswer, LearnParams } from './schema.ts';
import { learnAnswer } from './staff-answer.ts';

export function staffAnswerRoute(http: Http, ctx: Context): void {
  http.post('/v1/knowledge/conversations/:id/messages/:message_id/faq', {
    config: {
      staff: 'admin',
      errors: ['conversation_not_found', 'message_not_found', 'faq_not_found', 'knowledge_limit_reached'],
    },
    schema: {
      tags: ['Knowledge'],
      operationId: 'learnStaffAnswer',
      summary: 'Learn an answer of staff',
      description:
        'The assistant knows the question from now on, with what staff answered. The key needs the scope `full`.',
      params: LearnParams,
      body: LearnAnswer,
      response: { 200: LearnedAnswer.describe('The FAQ pair with its questions.') },
    },
    handler: async (request) => {
      const { id: conversation, message_id } = request.params;
      const message = /^[1-9]\d{0,15}$/.test(message_id) ? Number(message_id) : 0;
      const place = { conversation, message };
      const learned = await learnAnswer(onBehalfOf(ctx, request), request.account, place, request.body);
      return { faq: viewFaq(learned.faq), question: learned.question };
    },
  });
}
