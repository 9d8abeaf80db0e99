import type { FastifyRequest } from 'fastify';

/** What crawlers and previews of links call themselves. */
const MACHINE = new RegExp(
  [
    ...['bot\\b', 'crawl', 'spider', 'slurp', 'preview', 'scan', 'monitor', 'uptime'],
    ...['facebookexternalhit', 'meta-external', '^whatsapp/', 'embedly', 'pinterest/'],
  ].join('|'),
  'i',
);
const MAX_AGENT = 1_000;

/** Whether the call is the visit of a person, as far as it says. Browsers tell when they only load ahead. */
export function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].join(' ');
  const agent = (headers['user-agent'] ?? '').slice(0, MAX_AGENT);
  return method === 'GET' && !/prefetch|preview|prerender/i.test(purpose) && !MACHINE.test(agent);
}
