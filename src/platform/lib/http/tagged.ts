import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const CACHE_CONTROL = 'public, max-age=300';

/** All answers share the bytes. */
export interface Tagged {
  bytes: Buffer;
  etag: string;
}

export function withTag(content: string | Buffer): Tagged {
  const bytes = Buffer.from(content);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  body: Buffer,
  cacheControl = CACHE_CONTROL,
) {
  void reply.headers({ etag, 'cache-control': cacheControl });
  if (!isKnown(request.headers['if-none-match'], etag)) return reply.send(body);
  return reply.removeHeader('content-encoding').removeHeader('content-type').code(304).send();
}

/** Compressing proxies make tags weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
