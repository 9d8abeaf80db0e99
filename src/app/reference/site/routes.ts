import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/lib/errors.ts';
import { prefers } from '../../../platform/lib/http/accept.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../platform/lib/http/reader-language.ts';
import { sendTagged, type Tagged, withTag } from '../../../platform/lib/http/tagged.ts';
import { once } from '../../../platform/lib/once.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { loadGuides } from './guides.ts';
import { SITE_POLICY } from './html.ts';
import { startPage } from './start-page.ts';

const hidden = { schema: { hide: true }, config: { quiet: true } };
const ASSETS = {
  'kurir.css': 'text/css; charset=utf-8',
  'guides.css': 'text/css; charset=utf-8',
  'state.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const satisfies Record<string, string>;

const ADDRESSES = {
  name: 'kurir',
  version: VERSION,
  reference: './docs',
  openapi: './openapi.json',
  guides: './guides/',
  readiness: './readyz',
};

/** Each page is made once. `make` gives undefined for an unknown page. */
type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: () => string | undefined,
) => FastifyReply;

/**
 * The first page for browsers, the guides, and their files; without an API key. With the dashboard, `/` leads browsers
 * there.
 */
export function siteRoutes(
  http: Http,
  { hasSandbox, hasDashboard }: { hasSandbox: boolean; hasDashboard: boolean },
): void {
  const pages = new Map<string, Tagged>();

  const sendPage: SendPage = (request, reply, key, make) => {
    const html = pages.has(key) ? '' : make();
    if (html === undefined) throw new ApiError('not_found');
    const page = pages.get(key) ?? withTag(html);
    pages.set(key, page);
    void reply.headers({
      'content-security-policy': SITE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept, accept-language',
    });
    return sendTagged(request, reply.type('text/html; charset=utf-8'), page.etag, page.bytes);
  };

  const sendStart = (request: FastifyRequest, reply: FastifyReply) => {
    const language = readerLanguage(request.headers['accept-language']);
    return sendPage(request, reply, `/start ${language}`, () =>
      startPage(language, { hasSandbox, hasDashboard }),
    );
  };
  http.get('/', hidden, async (request, reply) => {
    const dashboard = hasDashboard ? { dashboard: './app/' } : {};
    if (!prefers(request.headers.accept, 'text/html'))
      return reply.header('vary', 'accept').send({ ...ADDRESSES, ...dashboard });
    if (!hasDashboard) return sendStart(request, reply);
    return reply.headers({ vary: 'accept', 'cache-control': 'no-store' }).redirect('./app/', 302);
  });
  http.get('/start', hidden, async (request, reply) => sendStart(request, reply));

  guideRoutes(http, sendPage, hasDashboard);
  pictureRoute(http);
  assetRoutes(http);
}

function guideRoutes(http: Http, sendPage: SendPage, hasDashboard: boolean): void {
  const load = once(() => loadGuides({ hasDashboard }));
  http.get('/guides', hidden, async (_request, reply) => reply.redirect('./guides/', 301));
  http.get('/guides/', hidden, async (request, reply) => {
    const [loaded, language] = [await load(), readerLanguage(request.headers['accept-language'])];
    return sendPage(request, reply, `/guides/ ${language}`, () => loaded.index(language));
  });
  http.get<{ Params: { name: string } }>('/guides/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    const [loaded, language] = [await load(), readerLanguage(request.headers['accept-language'])];
    const plain = name.replace(/\.md$/, '');
    if (plain !== name && loaded.has(plain)) return reply.redirect(`./${plain}`, 301);
    if (loaded.has(name))
      return sendPage(request, reply, `/guides/${name} ${language}`, () => loaded.page(name, language));
    if (!prefers(request.headers.accept, 'text/html')) throw new ApiError('not_found');
    return sendPage(request, reply.code(404), `/guides/ missing ${language}`, () => loaded.missing(language));
  });
}

const PICTURES = new URL('../../../../docs/pictures/', import.meta.url);

/** The pictures in the guides, each read once. */
function pictureRoute(http: Http): void {
  const pictures = new Map<string, Tagged>();
  http.get<{ Params: { name: string } }>('/guides/pictures/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    if (!/^[a-z-]+\.png$/.test(name)) throw new ApiError('not_found');
    const picture = pictures.get(name) ?? (await readPicture(name));
    pictures.set(name, picture);
    void reply.header('x-content-type-options', 'nosniff').type('image/png');
    return sendTagged(request, reply, picture.etag, picture.bytes);
  });
}

async function readPicture(name: string): Promise<Tagged> {
  const bytes = await readFile(new URL(name, PICTURES)).catch(() => null);
  if (!bytes) throw new ApiError('not_found');
  return withTag(bytes);
}

function assetRoutes(http: Http): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    let asset: Tagged | null = null;
    http.get(`/assets/${name}`, hidden, async (request, reply) => {
      asset ??= withTag(await readFile(new URL(`./assets/${name}`, import.meta.url), 'utf8'));
      void reply.header('x-content-type-options', 'nosniff').type(type);
      return sendTagged(request, reply, asset.etag, asset.bytes);
    });
  }
}
