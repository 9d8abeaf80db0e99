import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ReturnType<typeof ipaddr.process>;
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** IPv4-mapped addresses become IPv4. Null for other text. */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

export function isInside(address: Address, list: readonly Network[]): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]));
}

/** CIDRs or addresses. Throws on other text. */
export function networks(texts: readonly string[]): Network[] {
  return texts.map((text) => {
    const network = networkOf(text);
    if (network === null) throw new Error(`Not a network: "${text}" (like 10.0.0.0/8 or fd00::/8)`);
    return network;
  });
}

export function isNetwork(text: string): boolean {
  return networkOf(text) !== null;
}

/** One network of the list has all addresses. */
export function isSubnet(text: string, list: readonly Network[]): boolean {
  const inner = networkOf(text);
  if (inner === null) return false;
  const [address, bits] = inner;
  return list.some((outer) => bits >= outer[1] && isInside(address, [outer]));
}

/** One spelling per network. Null for other text, zones and host bits: 10.1.2.3/8 may mean one address. */
export function canonicalNetwork(text: string): string | null {
  if (text.length > MAX_TEXT || text.includes('%')) return null;
  const network = networkOf(text);
  if (network === null || hasHostBits(network)) return null;
  const [address, bits] = network;
  return bits === widthOf(address) ? address.toString() : `${address}/${bits}`;
}

/** One caller for limits: an IPv4 address, or a /64 of IPv6. */
export function networkOfCaller(address: string): string {
  return prefixOf(address, { ipv4: 4, ipv6: 8 });
}

/** What a data centre rents at once: a /24, or a /48 of IPv6. */
export function blockOfCaller(address: string): string {
  return prefixOf(address, { ipv4: 3, ipv6: 6 });
}

function prefixOf(address: string, bytes: { ipv4: number; ipv6: number }): string {
  const parsed = parseAddress(address);
  return parsed === null ? address : parsed.toByteArray().slice(0, bytes[parsed.kind()]).join('.');
}

function hasHostBits([address, bits]: Network): boolean {
  return address.toByteArray().some((byte, n) => {
    const hostBits = Math.min(8, Math.max(0, (n + 1) * 8 - bits));
    return (byte & (2 ** hostBits - 1)) !== 0;
  });
}

const widthOf = (address: Address) => (address.kind() === 'ipv4' ? 32 : 128);

const MAPPED_BITS = 96;
const MAX_TEXT = 49;

function networkOf(text: string): Network | null {
  const [, literal = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(literal) === 0) return null;
  const width = isIP(literal) === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits);
  if (prefix > width) return null;
  const address = ipaddr.parse(literal);
  const isMapped = width === 128 && prefix >= MAPPED_BITS && ipaddr.process(literal).kind() === 'ipv4';
  return isMapped ? [ipaddr.process(literal), prefix - MAPPED_BITS] : [address, prefix];
}
