import type { Context } from '../../context.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { parseCsvBodies } from '../../platform/lib/http/csv-body.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { documentRoutes } from './documents/routes.ts';
import { faqImportRoute, faqRoutes } from './faqs/routes.ts';
import { gapRoutes } from './gaps/routes.ts';
import { siteRoutes } from './sites/routes.ts';
import { staffAnswerRoute } from './staff-answers/routes.ts';
import { tableRoutes, tableUploadRoutes } from './tables/routes.ts';
import { tableRowRoutes } from './tables/row-routes.ts';

export function knowledgeRoutes(http: Http, ctx: Context, files: FileStore): void {
  faqRoutes(http, ctx);
  documentRoutes(http, ctx, files);
  siteRoutes(http, ctx);
  staffAnswerRoute(http, ctx);
  gapRoutes(http, ctx);
  tableRoutes(http, ctx);
  tableRowRoutes(http, ctx);
  http.register(async (scope) => {
    parseCsvBodies(scope);
    faqImportRoute(scope, ctx);
    tableUploadRoutes(scope, ctx);
  });
}
