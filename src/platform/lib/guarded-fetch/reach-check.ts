import { isIP } from 'node:net';
import { openNames, type Resolve } from '../names/names.ts';
import { addressRules, type Refusal } from './addresses.ts';
import { portOf } from './ports.ts';

/** `metadata`: no setting opens it. */
export type Obstacle = Refusal | 'metadata';

export interface ReachCheck {
  /** Open on public addresses. */
  ports: readonly number[];
  /**
   * Why no request can reach the URL. Null promises nothing: each request is judged again, and a name that does not
   * resolve in time passes. Never rejects.
   */
  obstacleAt(url: string): Promise<Obstacle | null>;
  close(): void;
}

/** An API request waits for it. */
const DEADLINE_MS = 1_000;

export function openReachCheck(options: {
  allowNetworks: readonly string[];
  ports: readonly number[];
  resolve?: Resolve;
}): ReachCheck {
  const { allowNetworks, ports } = options;
  const rules = addressRules(allowNetworks, ports);
  const openable = addressRules(['0.0.0.0/0', '::/0']);
  const names = openNames({ deadlineMs: DEADLINE_MS });
  const resolve = options.resolve ?? names.resolve;

  async function addressesOf(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    const found = await resolve(host).catch(() => []);
    return found.map(({ address }) => address);
  }

  return {
    ports,

    async obstacleAt(url) {
      const target = new URL(url);
      const port = portOf(target);
      const isPortClosed = allowNetworks.length === 0 && !ports.includes(port);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isPortClosed && isIP(host) === 0) return 'blocked_port';

      const addresses = await addressesOf(host);
      const refusals = addresses.map((address) => rules.judge(address, port));
      if (refusals.includes('blocked_port')) return 'blocked_port';
      if (refusals.length === 0 || refusals.includes(null)) return null;
      return addresses.some((address) => openable.judge(address, port) === null)
        ? 'blocked_address'
        : 'metadata';
    },

    close: () => names.close(),
  };
}
