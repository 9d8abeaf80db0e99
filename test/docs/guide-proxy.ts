import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { OTHER_CERTIFICATE, OTHER_KEY } from '../harness/tls.ts';

/** One block of a guide: what a proxy does with requests below a path. */
interface Location {
  path: string;
  /** Takes the place of `path` in front of the gateway; null: the path stays. */
  replacement: string | null;
  /** Only these are added or changed; others pass. Values may have variables of nginx. */
  headers: Record<string, string>;
  maxBody: number;
  readTimeoutMs: number;
  /** An answer is passed on as a whole, unless it asks for no buffering. */
  buffers: boolean;
}

/** A directive of nginx, with the ones inside its braces. */
interface Directive {
  words: string[];
  inner: Directive[];
}

const UNITS: Record<string, number> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
/** Of a server, without effect on the requests of a test. */
const OF_LISTENER = [
  'proxy_request_buffering',
  'listen',
  'server_name',
  'ssl_certificate',
  'ssl_certificate_key',
];

/** What Caddy does by itself. Throws for what it does not know. */
export function readCaddy(code: string): Location[] {
  if (!/^\S+ \{\n {2}reverse_proxy 127\.0\.0\.1:8080\n\}\n$/.test(code)) throw new Error(`Unknown: ${code}`);
  const headers = {
    host: '$http_host',
    'x-forwarded-for': '$remote_addr',
    'x-forwarded-host': '$http_host',
    'x-forwarded-proto': '$scheme',
  };
  const limits = { maxBody: Number.POSITIVE_INFINITY, readTimeoutMs: Number.POSITIVE_INFINITY };
  return [{ path: '/', replacement: null, headers, ...limits, buffers: false }];
}

/** A server of nginx, the longest path first. Throws for a directive that it does not know. */
export function readNginx(code: string): Location[] {
  const [server] = parse(code);
  if (server?.words[0] !== 'server') throw new Error('A server comes first.');
  const inherited = { maxBody: 1024 ** 2, readTimeoutMs: 60_000 };
  const locations: Location[] = [];
  for (const { words, inner } of server.inner) {
    const [name = '', value = ''] = words;
    if (name === 'client_max_body_size') inherited.maxBody = sizeOf(value);
    else if (name === 'location') locations.push(locationOf(value, inner, inherited));
    else if (!OF_LISTENER.includes(name)) throw new Error(`Unknown: ${name}`);
  }
  return locations.toSorted((one, other) => other.path.length - one.path.length);
}

function locationOf(
  path: string,
  inner: Directive[],
  inherited: Pick<Location, 'maxBody' | 'readTimeoutMs'>,
) {
  const location: Location = {
    ...{ path, replacement: null, ...inherited, buffers: true },
    headers: { host: '$proxy_host' },
  };
  for (const { words } of inner) {
    const [name, value = '', more = ''] = words;
    if (name === 'proxy_pass') location.replacement = /^http:\/\/[^/]+(\/.*)$/.exec(value)?.[1] ?? null;
    else if (name === 'proxy_set_header') location.headers[value.toLowerCase()] = more;
    else if (name === 'client_max_body_size') location.maxBody = sizeOf(value);
    else if (name === 'proxy_read_timeout') location.readTimeoutMs = Number.parseInt(value, 10) * 1000;
    else if (name !== 'proxy_http_version') throw new Error(`Unknown: ${name}`);
  }
  return location;
}

/** Plays the blocks on a free port, with the certificate of kurir.example.com. */
export async function playProxy(
  locations: readonly Location[],
  gateway: string,
): Promise<{ url: string; close(): void }> {
  const server = createServer({ cert: OTHER_CERTIFICATE, key: OTHER_KEY }, async (call, answer) => {
    const { url = '', headers, method = 'GET', socket } = call;
    const location = locations.find(({ path }) => url.startsWith(path));
    if (!location) return answer.writeHead(404).end();
    if (Number(headers['content-length'] ?? 0) > location.maxBody) return answer.writeHead(413).end();
    const peer = socket.remoteAddress ?? '';
    const values: Record<string, string> = {
      $scheme: 'https',
      $remote_addr: peer,
      $http_host: headers.host ?? '',
      $host: headers.host?.replace(/:\d+$/, '') ?? '',
      $proxy_host: new URL(gateway).host,
      $proxy_add_x_forwarded_for: [headers['x-forwarded-for'] ?? [], peer].flat().join(', '),
    };
    const set = Object.entries(location.headers).map(([name, value]) => [name, fill(value, values)]);
    const { connection, 'transfer-encoding': _, expect, ...passed } = headers;
    const { path, replacement } = location;
    const there = replacement === null ? url : replacement + url.slice(path.length);
    const found = await request(gateway + there, {
      method: method as 'GET', // the names of methods are a closed list there
      headers: { ...passed, ...Object.fromEntries(set) },
      body: ['GET', 'HEAD'].includes(method) ? null : call,
      bodyTimeout: Number.isFinite(location.readTimeoutMs) ? location.readTimeoutMs : 0,
    });
    const { 'transfer-encoding': __, connection: ___, ...others } = found.headers;
    answer.writeHead(found.statusCode, others);
    if (location.buffers && found.headers['x-accel-buffering'] !== 'no') {
      return answer.end(await buffer(found.body));
    }
    answer.flushHeaders();
    await pipeline(found.body, answer).catch(() => {}); // the client has left
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  return {
    url: `https://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fill(template: string, values: Record<string, string>): string {
  if (template.startsWith('$') && values[template] === undefined) throw new Error(`Unknown: ${template}`);
  return values[template] ?? template;
}

function sizeOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([kmg]?)$/.exec(text) ?? [];
  return Number(digits) * (UNITS[unit] ?? 1);
}

function parse(code: string): Directive[] {
  const tokens = code.match(/[^\s;{}]+|[;{}]/g) ?? [];
  const read = (): Directive[] => {
    const found: Directive[] = [];
    let words: string[] = [];
    for (let token = tokens.shift(); token !== undefined && token !== '}'; token = tokens.shift()) {
      if (token !== ';' && token !== '{') words.push(token);
      else {
        found.push({ words, inner: token === '{' ? read() : [] });
        words = [];
      }
    }
    return found;
  };
  return read();
}
