import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { type ReaderLanguage, readerLanguage } from '../../../platform/lib/http/reader-language.ts';
import { openVisitorLimit } from '../../../platform/lib/http/visitor-limit.ts';
import { appUrl } from '../app-url.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import { withCode } from '../codes.ts';
import { firstText } from '../first-text.ts';
import { SLUG } from '../schema.ts';
import { closedPage } from './page.ts';
import { findVisited, type VisitedLink } from './store.ts';
import { isVisit } from './visitor.ts';
import type { Closed } from './words.ts';

const Visit = z.object({ slug: z.string() });
/** Of one network in a minute. */
export const MAX_VISITS = 600;

const STATUS: Record<Closed, number> = {
  unknown: 404,
  closed: 410,
  expired: 410,
  unavailable: 503,
  busy: 429,
};
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The public addresses of links. */
export function visitRoutes(http: Http, ctx: Context, clicks: ClickCounter): void {
  const limit = openVisitorLimit(ctx, { perMinute: MAX_VISITS });
  const find = async (given: string) => {
    const slug = given.toLowerCase();
    // PostgreSQL refuses a NUL.
    const found = SLUG.test(slug) ? await findVisited(ctx.db, { slug }) : undefined;
    return openLink(found, ctx.now());
  };
  http.get('/l/:slug', {
    config: { staff: 'public', lane: 'outside', quiet: true },
    schema: { hide: true, params: Visit },
    handler: async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const wait = limit(request.clientAddress);
      if (wait !== null) void reply.header('retry-after', wait);
      const link = wait === null ? await find(request.params.slug) : 'busy';
      const language = readerLanguage(request.headers['accept-language']);
      if (typeof link === 'string') return sendClosed(reply, language, link);
      if (isVisit(request)) clicks.count(link.id);
      const text = link.kind === 'widget' ? firstText(link.text, language) : link.text;
      return reply.redirect(appUrl(link, withCode(text, link.code), '..'), 302);
    },
  });
}

type OpenLink = VisitedLink & { phone_number: string };

/** Or why it leads nowhere. */
function openLink(link: VisitedLink | undefined, now: Date): OpenLink | Closed {
  if (!link) return 'unknown';
  const { is_deleted, is_open, enabled, expires_at, phone_number } = link;
  if (is_deleted || !is_open || !enabled) return 'closed';
  if (expires_at !== null && expires_at <= now) return 'expired';
  return phone_number === null ? 'unavailable' : { ...link, phone_number };
}

function sendClosed(reply: FastifyReply, language: ReaderLanguage, why: Closed) {
  void reply.headers({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'content-language': language,
    vary: 'accept-language',
  });
  return reply.code(STATUS[why]).type('text/html; charset=utf-8').send(closedPage(language, why));
}
