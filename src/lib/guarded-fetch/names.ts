import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve, ResolvedAddress } from './connector.ts';
import { codeOf, OutboundFailure } from './failure.ts';
import { openHosts } from './hosts-file.ts';

/** Below the connect timeout, so that the error names DNS as the cause. */
const DEADLINE_MS = 4_000;
const TRY_MS = 1_000;
const TRIES = 3;
/** For the other family, once one family has addresses. */
const OTHER_FAMILY_MS = 500;

/** `close` cancels running lookups. */
export interface Names {
  resolve: Resolve;
  close(): void;
}

export interface NamesOptions {
  /** `address:port`. Default: those of the system. */
  servers?: readonly string[] | undefined;
  deadlineMs?: number;
}

/**
 * Asks the DNS servers directly. The resolver of the system has few threads, so slow names of one customer
 * would block others. Rejects with OutboundFailure.
 */
export function openNames(options: NamesOptions = {}): Names {
  const { servers, deadlineMs = DEADLINE_MS } = options;
  const hosts = openHosts();
  const underWay = new Set<Resolver>();

  async function ask(hostname: string): Promise<ResolvedAddress[]> {
    // A new resolver reads the current settings and can be cancelled alone.
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    const timers = [setTimeout(cancel, deadlineMs)];
    const hurry = <T>(answer: T) => {
      timers.push(setTimeout(cancel, OTHER_FAMILY_MS));
      return answer;
    };
    underWay.add(resolver);
    try {
      return addressesOf(
        await Promise.allSettled([
          resolver.resolve4(hostname).then(hurry),
          resolver.resolve6(hostname).then(hurry),
        ]),
      );
    } finally {
      underWay.delete(resolver);
      timers.forEach(clearTimeout);
    }
  }

  return {
    async resolve(hostname) {
      const known = await hosts(hostname);
      return known ? known.map(addressOf) : ask(hostname);
    },

    close() {
      for (const resolver of underWay) resolver.cancel();
    },
  };
}

/** Without any address, throws the more specific failure. */
function addressesOf(answers: PromiseSettledResult<string[]>[]): ResolvedAddress[] {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses.map(addressOf);
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : 'ENODATA'));
  const code = codes.find((each) => each !== 'ENODATA') ?? 'ENODATA';
  // Only the deadline cancels.
  throw new OutboundFailure('dns_failed', code === 'ECANCELLED' ? 'ETIMEOUT' : code);
}

const addressOf = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
