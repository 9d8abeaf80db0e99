import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocument } from '../../documents/reading/document-reader.ts';
import { NO_PAGE_LINKS, type PageLinks } from '../../documents/reading/reading.ts';
import { MAX_FILE } from '../../documents/schema.ts';
import { MAX_SITEMAPS } from '../schema.ts';
import type { Robots } from './robots.ts';
import type { ClaimedSite } from './store.ts';
import { linksWithin, normalUrl } from './urls.ts';
import { AGENT, barrierAt, TIMEOUT_MS, type Visiting } from './visit.ts';

/** Sitemaps of the origin that a walk begins with: those in robots.txt, or the usual one. */
export function firstSitemaps(
  { origin, max_pages, max_depth }: Pick<ClaimedSite, 'origin' | 'max_pages' | 'max_depth'>,
  named: readonly string[],
): string[] {
  if (max_pages === 1 || max_depth === 0) return [];
  const found = sitemapsWithin(origin, named, origin);
  return found.length > 0 ? found : [`${origin}/sitemap.xml`];
}

function sitemapsWithin(origin: string, urls: readonly string[], base: string): string[] {
  const found = urls.flatMap((url) => normalUrl(url, base) ?? []);
  return [...new Set(found)].filter((url) => new URL(url).origin === origin).slice(0, MAX_SITEMAPS);
}

export interface SitemapFound {
  bytes: number;
  /** Pages of the origin. */
  urls: string[];
  /** Those that are left. An index adds to them. */
  robots: Robots;
}

/** Asks for the first sitemap of `robots`. One that cannot be read names no page. Null: given up on our side. */
export async function readSitemap(
  visiting: Visiting,
  { origin }: Pick<ClaimedSite, 'origin'>,
  robots: Robots,
): Promise<SitemapFound | null> {
  const [url = '', ...rest] = robots.sitemaps;
  const { bytes, links } = await linksIn(visiting, url, (at) => barrierAt(at, origin, robots) === null);
  if (visiting.signal.aborted) return null;
  const nested = sitemapsWithin(origin, links.sitemaps, url).filter((each) => each !== url);
  const sitemaps = [...new Set([...rest, ...nested])];
  const sitemapsLeft = robots.sitemapsLeft - 1;
  return {
    bytes,
    urls: linksWithin(origin, { links: links.hrefs, base: url }),
    robots: { ...robots, sitemaps: sitemaps.slice(0, sitemapsLeft), sitemapsLeft },
  };
}

async function linksIn(
  { client, folder, limits, signal, inTurn, read = readDocument }: Visiting,
  url: string,
  mayVisit: (url: URL) => boolean,
): Promise<{ bytes: number; links: PageLinks }> {
  const path = join(folder, randomUUID());
  try {
    const outcome = await client.get(url, {
      file: path,
      maxBytes: MAX_FILE,
      timeoutMs: TIMEOUT_MS,
      headers: AGENT,
      mayVisit,
      signal,
    });
    if (outcome.outcome !== 'saved') return { bytes: 0, links: NO_PAGE_LINKS };
    const { links, problem } = await inTurn(() => read(path, 'sitemap', { signal, limits }));
    return { bytes: problem === 'too_complex' ? MAX_FILE : outcome.size, links };
  } finally {
    await rm(path, { force: true });
  }
}
