import { DAY, SECOND } from '../clock.ts';
import { isLoopbackHost } from '../loopback.ts';
import type { Http } from './server.ts';

const HEADER = `max-age=${(365 * DAY) / SECOND}`;

/**
 * Lets browsers use HTTPS alone for this host. `publicUrl` names the protocol where the proxy does not. The header
 * counts for all ports, so hosts with a port do not get it.
 */
export function sendStrictTransport(http: Http, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? null : URL.parse(publicUrl);
  const ownHost = own?.protocol === 'https:' ? own.host : null;
  http.addHook('onRequest', (request, reply, done) => {
    const { host = '', 'x-forwarded-proto': named } = request.headers;
    const isSecure = request.clientScheme === 'https' || (named === undefined && host === ownHost);
    const isOwn = !/:\d+$/.test(host) && !isLoopbackHost(host);
    if (isSecure && isOwn) void reply.header('strict-transport-security', HEADER);
    done();
  });
}
