import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import {
  READER_LANGUAGES,
  type ReaderLanguage,
  readerLanguage,
} from '../../../../platform/lib/http/reader-language.ts';
import { sendTagged, withTag } from '../../../../platform/lib/http/tagged.ts';
import { openVisitorLimit } from '../../../../platform/lib/http/visitor-limit.ts';
import { once } from '../../../../platform/lib/once.ts';
import { publicUrlOf } from '../../../../public-url.ts';
import { qrSvg } from '../../qr/qr.ts';
import { linkUrl } from '../../view.ts';
import { findShownWidget, type ShownWidget } from '../widget.ts';
import { type Assets, loadAssets } from './assets.ts';
import { type FramedWidget, framePage, framePolicy, NOT_SHOWN_POLICY, notShownPage } from './page.ts';
import type { NotShown } from './words.ts';

/** Of one network in a minute. */
export const MAX_FRAMES = 600;
const HOUR_CACHE = 'public, max-age=3600';
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

const STATUS: Record<NotShown, number> = { unknown: 404, closed: 410, busy: 429 };
const Shown = z.object({ id: z.string() });
const Asked = z.object({
  language: z.enum(READER_LANGUAGES).optional().catch(undefined),
  preview: z.string().optional(),
});
/** In place of an id: the preview of a widget that is not saved yet. The form sends what it shows. */
const NEW = 'new';
const NEW_WIDGET: FramedWidget = {
  widget_uuid: NEW,
  mode: 'chat',
  name: 'Widget',
  greeting: '',
  color: '',
  theme: 'auto',
  language: null,
  // No site frames it.
  allowed_origins: ['https://site.invalid'],
  slug: '',
};
const PREVIEW_ANCESTORS = ["'self'"];
const AssetPath = z.object({ version: z.string(), '*': z.string() });

const open = { staff: 'public', lane: 'outside', quiet: true } as const;

/** Scripts, pages and files that visitors' browsers load. */
export function widgetPageRoutes(http: Http, ctx: Context): void {
  const assets = once(loadAssets);
  const limit = openVisitorLimit(ctx, { perMinute: MAX_FRAMES });
  fileRoutes(http, assets);

  http.get('/w/:id', {
    config: open,
    schema: { hide: true, params: Shown, querystring: Asked },
    handler: async (request, reply) => {
      const accepted = readerLanguage(request.headers['accept-language']);
      const asked = request.query.language ?? accepted;
      const wait = limit(request.clientAddress);
      if (wait !== null) return sendNotShown(reply.header('retry-after', wait), asked, 'busy');
      const isPreview = request.query.preview !== undefined;
      const isNew = isPreview && request.params.id === NEW;
      const found = isNew ? null : await findShownWidget(ctx.db, request.params.id);
      const problem = isNew ? null : problemOf(found);
      const widget: FramedWidget | null = isNew ? NEW_WIDGET : found;
      if (!widget || problem) return sendNotShown(reply, widget?.language ?? asked, problem ?? 'unknown');
      const language = widget.language ?? asked;
      void reply.headers({
        'content-security-policy': framePolicy(isPreview ? PREVIEW_ANCESTORS : widget.allowed_origins),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // For isolated pages. Pictures of the business load without cookies.
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'credentialless',
        'content-language': language,
        vary: 'accept-language',
      });
      const { bytes, etag } = withTag(framePage(language, widget, await assets()));
      return sendTagged(request, reply.type('text/html; charset=utf-8'), etag, bytes, REVALIDATE);
    },
  });

  http.get('/w/:id/qr.svg', {
    config: open,
    schema: { hide: true, params: Shown },
    handler: async (request, reply) => {
      const wait = limit(request.clientAddress);
      if (wait !== null) {
        void reply.header('retry-after', wait);
        throw new ApiError('rate_limited');
      }
      const widget = await findShownWidget(ctx.db, request.params.id);
      if (!widget || problemOf(widget)) throw new ApiError('not_found');
      const { bytes, etag } = withTag(await qrSvg(linkUrl(publicUrlOf(request, ctx.config), widget.slug)));
      void reply.headers({ 'x-content-type-options': 'nosniff', vary: 'host' }).type('image/svg+xml');
      return sendTagged(request, reply, etag, bytes);
    },
  });
}

function fileRoutes(http: Http, assets: () => Promise<Assets>): void {
  http.get('/w.js', {
    config: open,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { loader } = await assets();
      void reply.headers({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      return sendTagged(request, reply.type(loader.type), loader.etag, loader.bytes, HOUR_CACHE);
    },
  });

  http.get('/w/assets/:version/*', {
    config: open,
    schema: { hide: true, params: AssetPath },
    handler: async (request, reply) => {
      const { version, frame } = await assets();
      const asset = frame.get(request.params['*']);
      if (!asset) throw new ApiError('not_found');
      // During an update, another process may have made the page.
      const cache = request.params.version === version ? FOREVER : REVALIDATE;
      void reply.header('x-content-type-options', 'nosniff').type(asset.type);
      return sendTagged(request, reply, asset.etag, asset.bytes, cache);
    },
  });
}

function problemOf(widget: ShownWidget | null): NotShown | null {
  if (!widget) return 'unknown';
  const { is_deleted, enabled, account_status } = widget;
  if (is_deleted) return 'unknown';
  return enabled && account_status === 'active' ? null : 'closed';
}

function sendNotShown(reply: FastifyReply, language: ReaderLanguage, why: NotShown) {
  void reply.headers({
    'content-security-policy': NOT_SHOWN_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'content-language': language,
    vary: 'accept-language',
  });
  return reply.code(STATUS[why]).type('text/html; charset=utf-8').send(notShownPage(language, why));
}
