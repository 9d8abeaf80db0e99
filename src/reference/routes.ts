import { createHash } from 'node:crypto';
import type { Http } from '../lib/http/http.ts';
import type { Document } from './open-api.ts';

const CACHE_CONTROL = 'public, max-age=300';

/** `/openapi.json`: the document, to anyone. */
export function referenceRoutes(http: Http, document: () => Document): void {
  let made: { text: string; etag: string } | null = null;
  const answer = () => {
    made ??= withTag(JSON.stringify(document()));
    return made;
  };

  http.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const { text, etag } = answer();
    void reply.headers({ etag, 'cache-control': CACHE_CONTROL, 'access-control-allow-origin': '*' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

function withTag(text: string): { text: string; etag: string } {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
