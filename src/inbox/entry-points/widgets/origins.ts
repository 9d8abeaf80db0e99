/** Of an ASCII host name, with space for scheme and port. */
export const MAX_ORIGIN = 300;

/** Fits `frame-ancestors`: no sign that ends or divides it. */
const ORIGIN = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::\d{1,5})?$/;
const LOCAL = new Set(['localhost', '127.0.0.1']);
const WILDCARD = '//*.';

const NO_ORIGIN =
  'must be a web site with its https://, such as https://shop.example or https://*.shop.example';

export type ReadOrigin = { origin: string } | { problem: string };

/** As browsers write it: lower case, without default port. First label `*`: all subdomains. */
export function readOrigin(text: string): ReadOrigin {
  const given = text.trim();
  const isWild = given.includes(WILDCARD);
  const url = /\s/.test(given) ? null : URL.parse(given.replace(WILDCARD, '//'));
  if (!url || !ORIGIN.test(url.origin)) return { problem: NO_ORIGIN };
  const origin = isWild ? url.origin.replace('//', WILDCARD) : url.origin;
  const problem = problemOf(given, url, isWild);
  return problem === null ? { origin } : { problem: problem.replace('{origin}', origin) };
}

function problemOf(given: string, { username, password, hostname }: URL, isWild: boolean): string | null {
  // `frame-ancestors` has no form for them.
  if (hostname.startsWith('['))
    return 'must have a name or an IPv4 address: browsers compare no IPv6 addresses';
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (!/^https?:\/\/[^/?#\\]+\/?$/i.test(given)) return 'must have no path: {origin}';
  // An address has no subdomains.
  if (isWild && !/[a-z_-][^.]*$/.test(hostname)) return NO_ORIGIN;
  if (isWild && !hostname.includes('.')) return 'must name a site after *, such as https://*.shop.example';
  return null;
}

/** Others in the network can read or change its pages. */
export function isUnsafe(origin: string): boolean {
  const { protocol, hostname } = new URL(origin.replace(WILDCARD, '//'));
  return protocol === 'http:' && !LOCAL.has(hostname);
}
