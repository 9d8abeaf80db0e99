import { LRUCache } from 'lru-cache';
import { isInside, type Network, networks, parseAddress } from '../../lib/networks.ts';

/** Networks of all lists together, about 10 MB. */
const MAX_NETWORKS = 50_000;

/** Each list is parsed once, not once per call. */
export interface AllowLists {
  /** `list` is comma separated, and valid. */
  admits(list: string, address: string): boolean;
}

export function createAllowLists(): AllowLists {
  const parsed = new LRUCache<string, readonly Network[]>({
    maxSize: MAX_NETWORKS,
    sizeCalculation: ({ length }) => length,
  });

  function parse(list: string): readonly Network[] {
    const known = parsed.get(list);
    if (known) return known;
    const read = networks(list.split(','));
    parsed.set(list, read);
    return read;
  }

  return {
    admits(list, address) {
      const caller = parseAddress(address);
      return caller !== null && isInside(caller, parse(list));
    },
  };
}
