import type { Context } from '../context.ts';
import type { InboundHook } from '../gateway/messages/inbound/inbound.ts';
import type { Templates } from '../gateway/templates/template.ts';
import type { FileStore } from '../platform/lib/file-store/file-store.ts';
import type { Http } from '../platform/lib/http/http.ts';
import { attentionRoutes } from './attention/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { createClickCounter } from './entry-points/clicks/click-counter.ts';
import { entryPointRoutes } from './entry-points/routes.ts';
import { visitRoutes } from './entry-points/visits/routes.ts';
import { widgetHandoverRoutes } from './entry-points/widgets/handover/routes.ts';
import { widgetPageRoutes } from './entry-points/widgets/page/routes.ts';
import { widgetRoutes } from './entry-points/widgets/routes.ts';
import type { ComingAnswers } from './entry-points/widgets/visitors/feed.ts';
import { widgetVisitorRoutes } from './entry-points/widgets/visitors/routes.ts';
import { openChatDoor } from './entry-points/widgets/visitors/visitor.ts';
import { noticeRoutes } from './notices/routes.ts';
import { oidcRoutes } from './staff/oidc/routes.ts';
import type { SeenUsers } from './staff/presence/seen-users.ts';
import { staffRoutes } from './staff/routes.ts';
import { positionRoute, streamRoutes } from './stream/routes.ts';
import { openStreams } from './stream/stream.ts';

/** What the composition opens, and what the houses beside it know. */
export interface InboxParts {
  templates: Templates;
  /** They store what visitors of widgets write. */
  hooks: readonly InboundHook[];
  comingAnswers: ComingAnswers;
  files: FileStore;
  seen: SeenUsers;
  provider: Parameters<typeof oidcRoutes>[2];
}

/** Conversations, live streams, chat links, widgets and staff. */
export function inboxRoutes(http: Http, ctx: Context, parts: InboxParts): void {
  conversationRoutes(http, ctx, parts.templates);
  entryRoutes(http, ctx, parts);
  streamRoutes(http, openStreams(ctx), parts.seen);
  positionRoute(http, ctx);
  staffRoutes(http, ctx);
  oidcRoutes(http, ctx, parts.provider);
  attentionRoutes(http, ctx);
  noticeRoutes(http, ctx);
}

function entryRoutes(http: Http, ctx: Context, { hooks, comingAnswers, files }: InboxParts): void {
  const clicks = createClickCounter(ctx);
  http.addHook('onClose', () => clicks.close());
  entryPointRoutes(http, ctx, clicks, files);
  widgetRoutes(http, ctx, clicks);
  visitRoutes(http, ctx, clicks);
  const door = openChatDoor(ctx);
  widgetVisitorRoutes(http, ctx, { door, hooks, clicks, comingAnswers, files });
  widgetPageRoutes(http, ctx);
  widgetHandoverRoutes(http, ctx, door);
}
