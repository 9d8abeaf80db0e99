import type { Context } from '../context.ts';
import type { FileStore } from '../platform/lib/file-store/file-store.ts';
import type { Http } from '../platform/lib/http/http.ts';
import { deviceHealthRoutes } from './broadcasts/device-health/routes.ts';
import type { BroadcastFiles } from './broadcasts/file.ts';
import { optOutRoutes } from './broadcasts/opt-outs/routes.ts';
import { previewRoutes } from './broadcasts/preview/routes.ts';
import { quietHoursRoutes } from './broadcasts/quiet-hours/routes.ts';
import { recipientRoutes } from './broadcasts/recipients/routes.ts';
import { broadcastRoutes } from './broadcasts/routes.ts';
import { trialRoutes } from './broadcasts/trial/routes.ts';
import type { NamingContext } from './contacts/changes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { costCapRoutes } from './costs/cap/routes.ts';
import { costRoutes } from './costs/routes.ts';
import { deviceImportRoutes } from './devices/import/routes.ts';
import { numberRoutes } from './devices/numbers/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import type { ReadSession } from './engines/moved-session.ts';
import { groupRoutes } from './groups/routes.ts';
import { businessHoursRoutes } from './hours/routes.ts';
import { fileLinkRoutes } from './messages/media/link-routes.ts';
import { mediaRoutes } from './messages/media/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { erasureRoutes } from './people/erasure/routes.ts';
import { retentionRoutes } from './retention/routes.ts';
import { templateMakingRoutes } from './templates/making/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import type { Templates } from './templates/template.ts';
import { mediaUploadRoutes, type Uses } from './uploads/routes.ts';
import type { UploadParts } from './uploads/upload.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** What the composition opens: files, and the ways to the outside. */
export interface GatewayParts {
  files: FileStore;
  uploads: Omit<UploadParts, 'files'>;
  uses: Uses;
  fetcher: BroadcastFiles['fetcher'];
  templates: Templates;
  /** Of an erasure. */
  erasureSteps: number;
  making: Parameters<typeof templateMakingRoutes>[2];
  verify: Parameters<typeof deviceRoutes>[2];
  readSession: ReadSession;
  reach: Parameters<typeof webhookRoutes>[2];
  onNamed: NonNullable<NamingContext['onNamed']>;
}

/** Numbers, messages, contacts, broadcasts, costs and webhooks. */
export function gatewayRoutes(http: Http, ctx: Context, parts: GatewayParts): void {
  const { files, templates } = parts;
  const uploads = { ...parts.uploads, files };
  deviceRoutes(http, ctx, parts.verify);
  deviceImportRoutes(http, { ...ctx, readSession: parts.readSession });
  templateRoutes(http, templates);
  templateMakingRoutes(http, ctx, parts.making);
  numberRoutes(http, ctx);
  groupRoutes(http, ctx);
  messageRoutes(http, ctx, templates);
  mediaRoutes(http, ctx, { ...uploads, files });
  fileLinkRoutes(http, ctx, files);
  mediaUploadRoutes(http, ctx, { ...uploads, ...parts.uses });
  contactRoutes(http, { ...ctx, onNamed: parts.onNamed });
  broadcastRoutes(http, { ctx, templates }, { fetcher: parts.fetcher, uploads });
  previewRoutes(http, { ctx, templates });
  trialRoutes(http, { ctx, templates });
  deviceHealthRoutes(http, ctx);
  recipientRoutes(http, ctx);
  quietHoursRoutes(http, ctx);
  optOutRoutes(http, ctx);
  businessHoursRoutes(http, ctx);
  webhookRoutes(http, ctx, parts.reach);
  costRoutes(http, ctx);
  costCapRoutes(http, ctx);
  erasureRoutes(http, ctx, parts.erasureSteps);
  retentionRoutes(http, ctx);
}
