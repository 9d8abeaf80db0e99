import ipaddr from 'ipaddr.js';

export const REACHES = ['machine', 'network', 'anywhere'] as const;
export type Reach = (typeof REACHES)[number];

const OF_MACHINE: ReadonlySet<string> = new Set(['loopback', 'unspecified']);
const OF_NETWORK: ReadonlySet<string> = new Set([
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'reserved',
]);
/** Unknown to public name servers. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|lan|internal|intranet|home\.arpa)$/;

/** By host alone, without a look-up. */
export function reachOf(url: string): Reach {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(host)) {
    const range = ipaddr.process(host).range();
    if (OF_MACHINE.has(range)) return 'machine';
    return OF_NETWORK.has(range) ? 'network' : 'anywhere';
  }
  if (host === 'localhost' || host.endsWith('.localhost')) return 'machine';
  return LOCAL_NAME.test(host) ? 'network' : 'anywhere';
}
