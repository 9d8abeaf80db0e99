import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A web site on another origin than the gateway, with one page per path. */
export interface Site {
  origin: string;
  /** What the site answers at this path. Gives the address. */
  put(path: string, html: string, headers?: Record<string, string>): string;
}

export async function openSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  const origin = `http://localhost:${port}`;
  return {
    origin,
    put(path, html, headers = {}) {
      pages.set(path, { html, headers });
      return origin + path;
    },
  };
}
