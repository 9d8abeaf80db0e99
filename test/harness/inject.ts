import type { InjectOptions } from 'fastify';
import type { Http } from '../../src/platform/lib/http/server.ts';

/** As `inject`, also for live streams, of which it takes the head alone. */
export async function injectAny(http: Http, options: InjectOptions) {
  const answer = await http.inject({ ...options, payloadAsStream: true });
  const { statusCode, headers } = answer;
  const body = answer.stream();
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    body.destroy();
    answer.raw.res.destroy();
    return { statusCode, headers, payload: '' };
  }
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return { statusCode, headers, payload: Buffer.concat(parts).toString() };
}
