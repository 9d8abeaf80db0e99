import { isIP } from 'node:net';
import { addressRules } from './addresses.ts';
import type { Resolve } from './connector.ts';
import { openNames } from './names.ts';

/** Tells at once whose requests could never leave, for their port alone. */
export interface PortCheck {
  /** The ports that are open at public addresses. */
  ports: readonly number[];
  /**
   * False when the port of `url` is closed at its address. True promises nothing: each use judges the address.
   * A name is resolved only when its answer matters. One without an answer now passes. Never rejects.
   */
  isOpen(url: string): Promise<boolean>;
  close(): void;
}

/** The caller waits for a check of a URL, not for a name service. */
const DEADLINE_MS = 2_000;

/** By the same rules as the guarded client of these options. */
export function openPortCheck(options: {
  allowNetworks: readonly string[];
  ports: readonly number[];
  /** Instead of the hosts file and name servers. */
  resolve?: Resolve;
}): PortCheck {
  const { allowNetworks, ports } = options;
  const rules = addressRules(allowNetworks, ports);
  const names = openNames({ deadlineMs: DEADLINE_MS });
  const resolve = options.resolve ?? names.resolve;

  return {
    ports,

    async isOpen(url) {
      const target = new URL(url);
      const port = portOf(target);
      if (ports.includes(port)) return true;
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const isOpenAt = (address: string) => rules.judge(address, port) !== 'blocked_port';
      if (isIP(host) !== 0) return isOpenAt(host);
      // Only an allowed network opens other ports. Without one, no name leads to an open port.
      if (allowNetworks.length === 0) return false;
      const addresses = await resolve(host).catch(() => []);
      return addresses.every(({ address }) => isOpenAt(address));
    },

    close: () => names.close(),
  };
}

/** The port that an http or https URL names, or means. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
