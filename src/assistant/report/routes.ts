import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { giveFeedback, readReport } from './report.ts';
import { Feedback, FeedbackParams, GiveFeedback, MAX_DAYS, ReadReport, Report } from './schema.ts';

const tags = ['Assistant'];

export function assistantReportRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/assistant/report',
    {
      config: { staff: 'agent', lane: 'expensive', errors: ['device_not_found'] },
      schema: {
        tags,
        operationId: 'getAssistantReport',
        summary: 'Get the report of the assistant',
        description:
          `What the assistant did, or would have done in shadow mode, in at most ${MAX_DAYS} days: per day and per ` +
          'device, with examples. What staff writes next is compared about ten minutes later, and up to a day.',
        querystring: ReadReport,
        response: { 200: Report.describe('The report.') },
      },
    },
    ({ account, query }) => readReport(ctx, account, query),
  );

  http.post(
    '/v1/decisions/:id/feedback',
    {
      config: {
        staff: 'agent',
        errors: ['decision_not_found', 'faq_not_found', 'test_question_limit_reached'],
      },
      schema: {
        tags,
        operationId: 'giveDecisionFeedback',
        summary: 'Mark an answer of the assistant as right or wrong',
        description:
          'Counts in the report before any estimate, also for what it would have answered in shadow mode. With ' +
          '`faq_id`, the question becomes a test question of that FAQ pair. The key needs the scope `full`.',
        params: FeedbackParams,
        body: GiveFeedback,
        response: { 200: Feedback.describe('The verdict.') },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      const kept = await giveFeedback(onBehalfOf(ctx, request), account, params.id, body);
      return { decision_id: params.id, verdict: body.verdict, ...kept };
    },
  );
}
