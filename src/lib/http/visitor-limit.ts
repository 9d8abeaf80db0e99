import { LRUCache } from 'lru-cache';
import { type Clock, MINUTE, SECOND } from '../clock.ts';
import { networkOfCaller } from '../networks.ts';

/** More callers at once evict the oldest, whose count begins again. */
const MAX_NETWORKS = 20_000;

interface Window {
  since: number;
  calls: number;
}

/**
 * Limits public calls by the network of the caller, in this process. Mobile providers give one address to thousands of
 * people, so that a limit leaves room for many. The returned function counts a call, and gives null or
 * the seconds until the next one may come.
 */
export function openVisitorLimit(
  { now }: Clock,
  { perMinute }: { perMinute: number },
): (address: string) => number | null {
  const windows = new LRUCache<string, Window>({ max: MAX_NETWORKS });
  return (address) => {
    const network = networkOfCaller(address);
    const at = now().getTime();
    const present = windows.get(network);
    const window =
      present && at - present.since < MINUTE && at >= present.since ? present : { since: at, calls: 0 };
    window.calls += 1;
    windows.set(network, window);
    if (window.calls <= perMinute) return null;
    return Math.max(1, Math.ceil((window.since + MINUTE - at) / SECOND));
  };
}
