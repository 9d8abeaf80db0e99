import ipaddr from 'ipaddr.js';

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** `host` is the value of a Host header, with or without port. After DNS rebinding it names another site. */
export function isLoopbackHost(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}
