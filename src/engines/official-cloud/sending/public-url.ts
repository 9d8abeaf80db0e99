import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRules } from '../../../lib/guarded-fetch/addresses.ts';
import { portOf } from '../../../lib/guarded-fetch/ports.ts';

const PUBLIC = addressRules([], [80, 443]);

/** False for an unknown host name, because our own fetch reports the error. */
export async function isPublicUrl(url: string): Promise<boolean> {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return false;
  const port = portOf(target);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => PUBLIC.judge(address, port) === null);
}
