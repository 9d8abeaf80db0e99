import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

/** What one page of the browser is allowed: its own files, and to ask the gateway that served it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The viewer writes its style sheet and its positions into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Everything of the viewer that would leave the machine, or lead to its maker's services, is off. */
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

/** The page at `/docs`. Its addresses are relative, so that it works below the path of a proxy too. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kurir API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript; the same as a document: <a href="./openapi.json">openapi.json</a></noscript>
    <script id="api-reference" data-configuration="${attribute(JSON.stringify(VIEWER))}"></script>
    <script src="./docs/viewer.js"></script>
  </body>
</html>
`;

/** The same program twice; what differs in bytes has a tag of its own. */
export interface Viewer {
  plain: { script: Buffer; etag: string };
  gzipped: { script: Buffer; etag: string };
}

/**
 * The viewer's program. The package is loaded at the first call: it takes a quarter of a second and 40 MB, which a gateway whose
 * reference nobody opens should not pay. It gives its program away only as a route, so a server of its own is asked for that.
 */
export async function loadViewer(): Promise<Viewer> {
  const { default: viewer } = await import('@scalar/fastify-api-reference');
  const http = Fastify();
  await http.register(viewer, { routePrefix: '/docs', configuration: { url: './openapi.json' } });
  const { statusCode, rawPayload: script } = await http.inject('/docs/js/scalar.js');
  await http.close();
  if (statusCode !== 200) throw new Error(`The viewer's package answers ${statusCode} for its program.`);
  const digest = createHash('sha256').update(script).digest('base64url');
  return {
    plain: { script, etag: `"${digest}"` },
    gzipped: { script: await promisify(gzip)(script), etag: `"${digest}-gzip"` },
  };
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
