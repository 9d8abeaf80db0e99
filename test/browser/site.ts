import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A web site on another origin than the gateway, with one page per path. */
export interface Site {
  origin: string;
  /** What the site answers at this path. Gives the address. */
  put(path: string, html: string, headers?: Record<string, string>): string;
  /** Passes calls below this path on to a gateway, as a reverse proxy does. Gives the new base, of another origin. */
  pass(prefix: string, base: string): string;
}

export async function openSite(): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const passed = new Map<string, string>();
  const server = createServer((request, response) => {
    const [prefix, base] = [...passed].find(([start]) => request.url?.startsWith(start)) ?? [];
    if (prefix !== undefined) return passOn(request, response, `${base}${request.url?.slice(prefix.length)}`);
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
    pass(prefix, base) {
      passed.set(prefix, base);
      return `http://127.0.0.1:${port}${prefix}`;
    },
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, url: string): void {
  const { method, headers } = request;
  const call = ask(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  call.on('error', () => response.destroy());
  response.on('close', () => call.destroy());
  request.pipe(call);
}
