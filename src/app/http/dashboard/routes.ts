import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { takesEncoding } from '../../../platform/lib/http/accept.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { sendTagged } from '../../../platform/lib/http/tagged.ts';
import { type Dashboard, type File, readDashboard } from './files.ts';
import { baseOf, fillPage, MAX_FOLDERS, policyOf } from './page.ts';

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const NONCE_BYTES = 16;
/** Their names change with the content. */
const HASHED = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';
const config = { quiet: true };
const schema = { hide: true };

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;
const PAGE_HEADERS = {
  ...HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** The web app at `/app`, from the build in `folder`. Its pages have any address below `/app/` but the API's. */
export function dashboardRoutes(
  http: Http,
  { randomBytes, log }: Pick<Context, 'randomBytes' | 'log'>,
  folder: string = DIST,
): void {
  const read = readOnce(folder);
  const dashboard = () =>
    read().catch((error: unknown) => {
      log.error({ err: error }, 'dashboard.not_built');
      throw new ApiError('service_unavailable', NOT_BUILT);
    });

  // Relative addresses need the last slash.
  http.get('/app', { config, schema }, async (request, reply) =>
    reply.redirect(`./app/${/\?.*$/s.exec(request.url)?.[0] ?? ''}`, 302),
  );

  http.get<{ Params: { '*': string } }>(
    '/app/*',
    { config: { ...config, isRest: true }, schema },
    async (request, reply) => {
      const path = request.params['*'];
      if (/^api(?:\/|$)/.test(path)) return reply.callNotFound();
      const { page, files } = await dashboard();
      const file = files.get(path);
      if (file) return sendFile(request, reply, file, path.startsWith(HASHED));
      const raw = request.url.replace(/[?#].*$/s, '').slice('/app/'.length);
      if (!isPage(path) || raw.split('/').length > MAX_FOLDERS) throw new ApiError('not_found');
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      void reply.headers({ ...PAGE_HEADERS, 'content-security-policy': policyOf(nonce) });
      return reply.type('text/html; charset=utf-8').send(fillPage(page, { base: baseOf(raw), nonce }));
    },
  );
}

const NOT_BUILT =
  'The dashboard is not built. ./kurir start builds it; ./kurir start --no-dashboard runs the gateway without it.';

/** Files have a dot in their name, or are in the folder of files. */
function isPage(path: string): boolean {
  return !path.startsWith(HASHED) && !/\.[^/]*$/.test(path);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: File, isHashed: boolean) {
  const accepted = request.headers['accept-encoding'];
  const [encoding, body] = [...file.compressed].find(([name]) => takesEncoding(accepted, name)) ?? [];
  void reply.headers({ ...HEADERS, vary: 'accept-encoding' }).type(file.type);
  if (encoding) void reply.header('content-encoding', encoding);
  const { etag, bytes } = body ?? file.plain;
  return sendTagged(request, reply, etag, bytes, isHashed ? FOREVER : undefined);
}

/** A start does not wait for it. */
function readOnce(folder: string): () => Promise<Dashboard> {
  let dashboard: Promise<Dashboard> | null = null;
  return () => {
    dashboard ??= readDashboard(folder).catch((error: unknown) => {
      dashboard = null;
      throw error;
    });
    return dashboard;
  };
}
