import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Resolve, ResolvedAddress } from './connector.ts';
import { codeOf, OutboundFailure } from './failure.ts';
import { openHosts } from './hosts-file.ts';

/** Within the time to connect, so that the tenant learns that the name service was slow. */
const DEADLINE_MS = 4_000;
/** What a server has for its first answer; later tries wait longer. */
const TRY_MS = 1_000;
const TRIES = 3;
/** Once there are addresses of one family, those of the other are waited for no longer than this. */
const OTHER_FAMILY_MS = 500;

/** Resolves the names of tenants' URLs; `close` ends what is under way. */
export interface Names {
  resolve: Resolve;
  close(): void;
}

export interface NamesOptions {
  /** `address:port`; those of the system unless given. */
  servers?: readonly string[] | undefined;
  deadlineMs?: number;
}

/**
 * Asks the name servers itself. The system's resolver blocks one of a few threads while a server is silent.
 * The slow names of one tenant would then stop the names of others.
 * Names are asked without search domains. Rejects with an OutboundFailure.
 */
export function openNames(options: NamesOptions = {}): Names {
  const { servers, deadlineMs = DEADLINE_MS } = options;
  const hosts = openHosts();
  const underWay = new Set<Resolver>();

  async function ask(hostname: string): Promise<ResolvedAddress[]> {
    // One for each question: it reads the system's settings again, and can be cancelled alone.
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

/** One family is enough; with none, the failure that says more than "no addresses of this kind". */
function addressesOf(answers: PromiseSettledResult<string[]>[]): ResolvedAddress[] {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses.map(addressOf);
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : 'ENODATA'));
  const code = codes.find((each) => each !== 'ENODATA') ?? 'ENODATA';
  // Only we cancel, and only when the time is over.
  throw new OutboundFailure('dns_failed', code === 'ECANCELLED' ? 'ETIMEOUT' : code);
}

const addressOf = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
