import type { Context } from '../context.ts';
import type { FileStore } from '../platform/lib/file-store/file-store.ts';
import type { Http } from '../platform/lib/http/http.ts';
import { decisionRoutes } from './arbiter/decisions/routes.ts';
import { automationSettingsRoutes } from './arbiter/settings/routes.ts';
import { askRoutes } from './ask/routes.ts';
import type { Assistant } from './assistant.ts';
import { flowRoutes } from './flows/routes.ts';
import { knowledgeRoutes } from './knowledge/routes.ts';
import { autoReplyRoutes } from './rules/routes.ts';
import { assistantSettingsRoutes } from './settings/routes.ts';
import { trialRoutes } from './trial/routes.ts';

/** Rules, flows, knowledge, decisions and the assistant. */
export function automationRoutes(http: Http, ctx: Context, files: FileStore, assistant: Assistant): void {
  autoReplyRoutes(http, ctx);
  automationSettingsRoutes(http, ctx);
  decisionRoutes(http, ctx);
  assistantSettingsRoutes(http, ctx);
  trialRoutes(http, ctx);
  askRoutes(http, ctx, assistant);
  knowledgeRoutes(http, ctx, files);
  flowRoutes(http, ctx);
}
