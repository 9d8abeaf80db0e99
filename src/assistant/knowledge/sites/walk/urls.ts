import { MAX_URL } from '../../../../platform/lib/web-url.ts';

/** They say where a visitor comes from, and change no page. One search, because a page has 2,000 links. */
const TRACKING =
  /(?<=^\?|&)(?:utm_[a-z]+|gclid|fbclid|msclkid|dclid|igshid|mc_cid|mc_eid|_ga|yclid)(?:=[^&]*)?(?:&|$)/gi;
/** Endings of files that have no text. */
const WITHOUT_TEXT = [
  'jpe?g',
  'png',
  'gif',
  'webp',
  'avif',
  'svg',
  'ico',
  'bmp',
  'css',
  'm?js',
  'json',
  'xml',
  'rss',
  'zip',
  'gz',
  'rar',
  '7z',
  'exe',
  'apk',
  'dmg',
  'mp[34]',
  'm4[av]',
  'webm',
  'mov',
  'avi',
  'ogg',
  'wav',
  'woff2?',
  'ttf',
  'eot',
  'xlsx?',
  'pptx?',
  'csv',
];
const NO_PAGE = new RegExp(`\\.(${WITHOUT_TEXT.join('|')})$`, 'i');

/**
 * As addresses are compared: without fragment and tracking parameters. Null: not an http or https URL without user
 * name, or longer than 2,048 characters.
 */
export function normalUrl(text: string, base?: string): string | null {
  const url = URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  const kept = url.search.replace(TRACKING, '');
  if (kept !== url.search) url.search = kept.replace(/&$/, '');
  // An empty query is left out.
  const { href } = url;
  const normal = href.endsWith('?') ? href.slice(0, -1) : href;
  return normal.length <= MAX_URL ? normal : null;
}

/** Addresses of the origin that links of a page lead to, each once, in their order. */
export function linksWithin(
  origin: string,
  { links, base }: { links: readonly string[]; base: string },
): string[] {
  const found = new Set<string>();
  for (const link of links) {
    const url = normalUrl(link, base);
    if (url === null) continue;
    const { origin: itsOrigin, pathname } = new URL(url);
    if (itsOrigin === origin && !NO_PAGE.test(pathname)) found.add(url);
  }
  return [...found];
}

/** Whether both are one host, by any scheme or port, with or without `www.`. */
export function isSameHost(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => new URL(url).hostname.replace(/^www\./, ''));
  return a === b;
}

/** Of a page without a title. */
export function nameOfUrl(text: string): string {
  const { hostname, pathname } = new URL(text);
  const last = pathname.split('/').findLast(Boolean);
  return last === undefined ? hostname : `${hostname}: ${decoded(last)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
