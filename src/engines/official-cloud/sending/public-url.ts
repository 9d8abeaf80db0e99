import { addressRules } from '../../../lib/guarded-fetch/addresses.ts';
import { portOf } from '../../../lib/guarded-fetch/ports.ts';
import type { Resolve } from '../../../lib/names/names.ts';

const PUBLIC = addressRules([], [80, 443]);

/** False for an unknown host name, because our own fetch reports the error. */
export async function isPublicUrl(url: string, resolve: Resolve): Promise<boolean> {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return false;
  const port = portOf(target);
  const addresses = await resolve(target.hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => PUBLIC.judge(address, port) === null);
}
