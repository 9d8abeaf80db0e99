import { createParser } from './linear-parser.ts';
import { MAX_LINK, MAX_LINKS, NO_PAGE_LINKS, type PageLinks } from './reading.ts';

/** In `loc` of these: the address of a page, and of another sitemap. */
const OWNERS: Readonly<Record<string, 'hrefs' | 'sitemaps'>> = { url: 'hrefs', sitemap: 'sitemaps' };

/** Without pictures and videos (sitemaps.org). */
export function readSitemap(xml: string): PageLinks {
  const links = { hrefs: [] as string[], sitemaps: [] as string[] };
  const path: string[] = [];
  let loc = '';
  const parser = createParser(
    {
      onopentagname(name) {
        path.push(name);
        loc = '';
      },
      ontext(text) {
        if (path.at(-1) === 'loc' && loc.length <= MAX_LINK) loc += text;
      },
      onclosetag(name, isImplied) {
        path.pop();
        const found = links[OWNERS[path.at(-1) ?? ''] ?? 'hrefs'];
        const isPage =
          !isImplied && name === 'loc' && path.length === 2 && path[1] !== undefined && path[1] in OWNERS;
        const url = loc.trim();
        if (isPage && url !== '' && url.length <= MAX_LINK && found.length < MAX_LINKS) found.push(url);
        loc = '';
      },
    },
    // It knows the entities of XML alone, and no declarations.
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length && links.hrefs.length < MAX_LINKS; at += 65_536)
    parser.write(xml.slice(at, at + 65_536));
  parser.end();
  return { ...NO_PAGE_LINKS, ...links };
}
