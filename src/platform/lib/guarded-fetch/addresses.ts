import { type Address, isInside, networks, parseAddress } from '../networks.ts';

export type Refusal = 'blocked_address' | 'blocked_port';

export interface AddressRules {
  judge(address: string, port: number): Refusal | null;
}

/** Other ports are open in allowed networks only. */
export const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

const METADATA = ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'];

/**
 * Cloud metadata gives out credentials. No allowed network opens these addresses, nor NAT64 and 6to4 ones that lead
 * there.
 */
const NEVER = networks([
  ...METADATA,
  ...METADATA.map(throughNat64),
  '2002:a9fe::/32',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::/32',
]);

/** Not public unicast (IANA). */
const IPV4_SPECIAL = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Without documentation, Teredo and 6to4. */
const IPV6_OPEN = networks(['2000::/3']);
const IPV6_CLOSED = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** `allowNetworks` are open on every port. Throws on invalid text. */
export function addressRules(
  allowNetworks: readonly string[],
  ports: readonly number[] = WEB_PORTS,
): AddressRules {
  const allowed = networks(allowNetworks);
  const openPorts = new Set(ports);

  return {
    judge(address, port) {
      // The kernel connects to the IPv4 address of an IPv4-mapped IPv6 address.
      const parsed = parseAddress(address);
      if (parsed === null || isInside(parsed, NEVER)) return 'blocked_address';
      if (isInside(parsed, allowed)) return null;
      if (!isPublic(parsed)) return 'blocked_address';
      return openPorts.has(port) ? null : 'blocked_port';
    },
  };
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isInside(address, IPV4_SPECIAL);
  return isInside(address, IPV6_OPEN) && !isInside(address, IPV6_CLOSED);
}

/** Behind the well-known prefix of NAT64. */
function throughNat64(network: string): string {
  const [address, bits] = network.split('/');
  return `64:ff9b::${address}/${96 + Number(bits)}`;
}
