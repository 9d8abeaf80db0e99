import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

/** The page may load its own files and call its gateway. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The viewer writes inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Turns off features that contact other servers. */
const VIEWER = {
  url: './openapi.json',
  _integration: null,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  persistAuth: false,
  documentDownloadType: 'json',
  operationTitleSource: 'summary',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

/** Relative addresses also work under the path of a proxy. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kurir API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The document without it: <a href="./openapi.json">openapi.json</a></noscript>
    <script id="api-reference" data-configuration="${attribute(JSON.stringify(VIEWER))}"></script>
    <script src="./docs/viewer.js"></script>
  </body>
</html>
`;

/** Each encoding needs its own entity tag. */
export interface Viewer {
  plain: { script: Buffer; etag: string };
  gzipped: { script: Buffer; etag: string };
}

/**
 * The package needs 0.25 s and 40 MB, so it is imported at the first call. It offers its program only as a
 * route, so a temporary server reads it.
 */
export async function loadViewer(): Promise<Viewer> {
  const { default: viewer } = await import('@scalar/fastify-api-reference');
  const http = Fastify();
  await http.register(viewer, { routePrefix: '/docs', configuration: { url: './openapi.json' } });
  const { statusCode, rawPayload: script } = await http.inject('/docs/js/scalar.js');
  await http.close();
  if (statusCode !== 200) throw new Error(`The package of the viewer answers ${statusCode} for its program.`);
  const digest = createHash('sha256').update(script).digest('base64url');
  return {
    plain: { script, etag: `"${digest}"` },
    gzipped: { script: await promisify(gzip)(script), etag: `"${digest}-gzip"` },
  };
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
