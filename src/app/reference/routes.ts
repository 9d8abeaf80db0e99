import { takesEncoding } from '../../platform/lib/http/accept.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { CACHE_CONTROL, sendTagged, type Tagged, withTag } from '../../platform/lib/http/tagged.ts';
import { once } from '../../platform/lib/once.ts';
import type { Document } from './open-api.ts';
import { loadViewer, PAGE, PAGE_POLICY } from './page.ts';

const hidden = { schema: { hide: true } };

/** Serves `/openapi.json` and `/docs` without an API key. */
export function referenceRoutes(http: Http, document: () => Document): void {
  let made: Tagged | null = null;
  const viewer = once(loadViewer);

  http.get('/openapi.json', hidden, async (request, reply) => {
    made ??= withTag(JSON.stringify(document()));
    // Pages of other origins may read the document: it has no secrets.
    void reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8');
    return sendTagged(request, reply, made.etag, made.bytes);
  });

  http.get('/docs', hidden, async (_request, reply) => {
    void reply.headers({
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': CACHE_CONTROL,
    });
    return reply.type('text/html; charset=utf-8').send(PAGE);
  });
  http.get('/docs/', hidden, async (_request, reply) => reply.redirect('../docs', 301));

  http.get('/docs/viewer.js', hidden, async (request, reply) => {
    const { plain, gzipped } = await viewer();
    const takesGzip = takesEncoding(request.headers['accept-encoding'], 'gzip');
    void reply.headers({ vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
    if (takesGzip) void reply.header('content-encoding', 'gzip');
    void reply.type('text/javascript; charset=utf-8');
    const { script, etag } = takesGzip ? gzipped : plain;
    return sendTagged(request, reply, etag, script);
  });
}
