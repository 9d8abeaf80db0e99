import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { lookupWith, type Resolve } from '../names/names.ts';
import type { AddressRules } from './addresses.ts';
import { OutboundFailure } from './failure.ts';

/**
 * Resolves a name once and checks its addresses: changed DNS has no effect. Checks the address of the socket again
 * before the first byte. `timeoutMs` includes DNS, TCP and TLS.
 */
export function guardedConnector(
  rules: AddressRules,
  resolve: Resolve,
  options: {
    port: number;
    timeoutMs: number;
    ca?: string | undefined;
    onError?(error: Error, socket: Socket): void;
  },
): buildConnector.connector {
  const { port, timeoutMs, ca, onError } = options;
  const connect = buildConnector({
    lookup: lookupWith(guarded(rules, resolve, port)),
    timeout: timeoutMs,
    allowH2: false,
    ...(ca === undefined ? {} : { ca }),
  });

  return (target, callback) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    // `net.connect` looks up no literal.
    const refusal = isIP(literal) === 0 ? null : rules.judge(literal, port);
    if (refusal) return callback(new OutboundFailure(refusal), null);

    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      const reached = rules.judge(socket.remoteAddress ?? '', socket.remotePort ?? 0);
      if (reached === null) {
        if (onError) socket.prependListener('error', (cause) => onError(cause, socket));
        return callback(null, socket);
      }
      socket.destroy();
      callback(new OutboundFailure(reached), null);
    });
  };
}

/** One blocked address refuses the name. */
function guarded(rules: AddressRules, resolve: Resolve, port: number): Resolve {
  return async (hostname) => {
    const addresses = await resolve(hostname);
    const refusal = addresses.map(({ address }) => rules.judge(address, port)).find((bad) => bad !== null);
    if (refusal) throw new OutboundFailure(refusal);
    return addresses;
  };
}

export function sharedResolve(resolve: Resolve): Resolve {
  const asked = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const known = asked.get(hostname);
    if (known) return known;
    const answer = resolve(hostname).finally(() => asked.delete(hostname));
    asked.set(hostname, answer);
    return answer;
  };
}
