import { isIP } from 'node:net';
import { openNames, type Resolve } from '../names/names.ts';
import { addressRules } from './addresses.ts';

export interface PortCheck {
  /** On public addresses. */
  ports: readonly number[];
  /**
   * False when the port is closed at the address of the URL. True promises nothing, because each request
   * judges its address. A name that does not resolve passes. Never rejects.
   */
  isOpen(url: string): Promise<boolean>;
  close(): void;
}

/** Short, because an API request waits for the check. */
const DEADLINE_MS = 2_000;

export function openPortCheck(options: {
  allowNetworks: readonly string[];
  ports: readonly number[];
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
      // Only an allowed network opens other ports.
      if (allowNetworks.length === 0) return false;
      const addresses = await resolve(host).catch(() => []);
      return addresses.every(({ address }) => isOpenAt(address));
    },

    close: () => names.close(),
  };
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
