import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRules } from '../../lib/guarded-fetch/addresses.ts';
import { portOf } from '../../lib/guarded-fetch/ports.ts';

/** Ordinary ports of ordinary addresses: what the provider can reach from where it is. */
const RULES = addressRules([], [80, 443]);

/** Whether a URL leads to public addresses only. A name that cannot be resolved here is left to those who say why. */
export async function isPublicUrl(url: string): Promise<boolean> {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return false;
  const port = portOf(target);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => RULES.judge(address, port) === null);
}
