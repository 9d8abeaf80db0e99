import type { IncomingHttpHeaders } from 'node:http';
import { isDirectAndLocal } from '../../platform/lib/http/client-address.ts';
import { isLoopbackHost } from '../../platform/lib/loopback.ts';
import { isSameSecret } from '../../platform/lib/same-secret.ts';

export interface Caller {
  clientAddress: string;
  headers: IncomingHttpHeaders;
}

export interface SandboxDoor {
  /** Undefined: no token is right. */
  token: string | undefined;
  /** KURIR_SANDBOX_OPEN: programs on this machine need no token. */
  open: boolean;
}

/**
 * Admits callers with the token. An open door also admits direct programs of this machine. Their Origin, or
 * after DNS rebinding their Host, shows pages of a browser.
 */
export function mayControlSandbox(caller: Caller, { token, open }: SandboxDoor): boolean {
  const { origin, host, 'x-sandbox-token': given } = caller.headers;
  if (isPageOfAnotherPort(origin, host)) return false;
  if (given !== undefined) {
    return typeof given === 'string' && token !== undefined && isSameSecret(given, token);
  }
  return open && isDirectAndLocal(caller) && !isPageOfAnotherHost(origin);
}

function isPageOfAnotherHost(origin: string | undefined): boolean {
  return origin !== undefined && !isLoopbackHost(hostOf(origin));
}

function isPageOfAnotherPort(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || !isLoopbackHost(hostOf(origin))) return false;
  return hostOf(origin) !== hostOf(`${new URL(origin).protocol}//${host ?? ''}`);
}

/** With the port, unless it is the default of the scheme. Empty for `null`. */
const hostOf = (url: string) => URL.parse(url)?.host ?? '';
