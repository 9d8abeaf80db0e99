import type { FastifyRequest } from 'fastify';

/** Names of crawlers and link previews. */
const MACHINE = new RegExp(
  [
    'bot\\b',
    'crawl',
    'spider',
    'slurp',
    'preview',
    'scan',
    'monitor',
    'uptime',
    'facebookexternalhit',
    'meta-external',
    '^whatsapp/',
    'embedly',
    'pinterest/',
  ].join('|'),
  'i',
);
const MAX_AGENT = 1_000;

/** By a person, as far as the call says. Browsers mark pre-loading. */
export function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].join(' ');
  const agent = (headers['user-agent'] ?? '').slice(0, MAX_AGENT);
  return method === 'GET' && !/prefetch|preview|prerender/i.test(purpose) && !MACHINE.test(agent);
}
