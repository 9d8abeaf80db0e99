import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ApiErrorCode } from '../error-codes.ts';
import { ApiError } from '../errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';
import { type Address, isInside, networks, parseAddress } from '../networks.ts';
import type { Http } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** IP literal without port and zone. */
    clientAddress: string;
    /** As a trusted proxy reports it. */
    readonly clientScheme: 'http' | 'https';
  }
}

/** With these, the caller of a local connection may be remote. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;
const MAX_PROXIES = 16;
const MAX_ENTRY = 64;
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Sets `request.clientAddress`: the socket's, or the last one in X-Forwarded-For of no trusted proxy. */
export function readClientAddresses(http: Http, trustedProxies: readonly string[]): void {
  const trusted = networks(trustedProxies);
  const isTrusted = (address: Address | null) => address !== null && isInside(address, trusted);

  http.decorateRequest('clientAddress', '');
  http.decorateRequest('clientScheme', {
    getter() {
      if (this.protocol === 'https') return 'https';
      return saysHttps(this.headers) && isTrusted(parseAddress(peerOf(this.raw) ?? '')) ? 'https' : 'http';
    },
  });
  http.addHook('onRequest', (request, _reply, done) => {
    const peer = peerOf(request.raw);
    // The connection is gone, and a change would have no address.
    if (peer === null) return done(new ApiError('bad_request'));
    const list = request.raw.headers['x-forwarded-for'];
    request.clientAddress =
      trusted.length === 0 || list === undefined
        ? peer
        : lastUntrusted(peer, [list].flat().join(','), isTrusted);
    done();
  });
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

function saysHttps(headers: IncomingHttpHeaders): boolean {
  const schemes = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',');
  return schemes.every((scheme) => scheme.trim().toLowerCase() === 'https');
}

function plainHttpProblem({ headers }: { headers: IncomingHttpHeaders }): ApiErrorCode {
  if (isForwarded(headers) && headers['x-forwarded-proto'] === undefined) return 'proxy_without_protocol';
  return saysHttps(headers) ? 'proxy_not_trusted' : 'https_required';
}

/** Plain HTTP is for programs and browsers on this machine. ApiError https_required, or what the proxy lacks. */
export function isSecure(request: FastifyRequest): boolean {
  if (request.clientScheme === 'https') return true;
  if (!isDirectAndLocal(request)) throw new ApiError(plainHttpProblem(request));
  return false;
}

/** On this machine, without a proxy, by no other name. */
export function isDirectAndLocal(caller: { clientAddress: string; headers: IncomingHttpHeaders }): boolean {
  const { clientAddress, headers } = caller;
  return isLoopbackAddress(clientAddress) && !isForwarded(headers) && isLoopbackHost(headers.host ?? '');
}

function peerOf({ socket }: IncomingMessage): string | null {
  const peer = socket.remoteAddress;
  if (peer === undefined) return null;
  return MAPPED.exec(peer)?.[1] ?? peer.replace(/%.*$/, '');
}

/** Each proxy appends its caller. Other entries end the walk. */
function lastUntrusted(peer: string, list: string, isTrusted: (address: Address | null) => boolean): string {
  let found = peer;
  let end = list.length;
  for (let proxies = 0; proxies < MAX_PROXIES && end > 0 && isTrusted(parseAddress(found)); proxies += 1) {
    const start = list.lastIndexOf(',', end - 1) + 1;
    const address = end - start > MAX_ENTRY ? null : readEntry(list.slice(start, end));
    if (address === null) break;
    found = address;
    end = start - 1;
  }
  return found;
}

function readEntry(text: string): string | null {
  const entry = text.trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? [];
  const literal = (inBrackets ?? beforePort ?? entry).replace(/%.*$/, '');
  return parseAddress(literal)?.toString() ?? null;
}
