import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

export interface Caller {
  remoteAddress: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Headers of proxies: the connection is local, but the caller may be remote. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

/**
 * Admits callers with the token, and programs on this machine without a proxy. Refuses web pages on this
 * machine: their Origin shows them, or after DNS rebinding their Host.
 */
export function mayControlSandbox(caller: Caller, token: string | undefined): boolean {
  const given = caller.headers['x-sandbox-token'];
  if (token !== undefined && typeof given === 'string') return isSameText(given, token);
  return isDirectAndLocal(caller);
}

function isDirectAndLocal({ remoteAddress, headers }: Caller): boolean {
  if (!remoteAddress || !isLoopback(remoteAddress)) return false;
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
  if (!isLoopbackHost(`http://${headers.host ?? ''}`)) return false;
  return headers.origin === undefined || isLoopbackHost(headers.origin);
}

function isLoopbackHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
