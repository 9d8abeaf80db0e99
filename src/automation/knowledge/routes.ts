import type { Context } from '../../context.ts';
import { parseCsvBodies } from '../../lib/http/csv-body.ts';
import type { Http } from '../../lib/http/http.ts';
import { documentRoutes } from './documents/routes.ts';
import { faqImportRoute, faqRoutes } from './faqs/routes.ts';
import { staffAnswerRoute } from './staff-answers/routes.ts';

/** An extension of the contract: what the assistant answers from. */
export function knowledgeRoutes(http: Http, ctx: Context): void {
  faqRoutes(http, ctx);
  documentRoutes(http, ctx);
  staffAnswerRoute(http, ctx);
  http.register(async (scope) => {
    parseCsvBodies(scope);
    faqImportRoute(scope, ctx);
  });
}
