import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf, OutboundFailure } from '../guarded-fetch/failure.ts';
import { openHosts } from './hosts-file.ts';
import { openSearchList } from './search-list.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Below the connect timeout: the error names DNS. */
const DEADLINE_MS = 4_000;
const TRY_MS = 1_000;
const TRIES = 3;
const OTHER_FAMILY_MS = 500;
const ROOT_MS = 700;
/** The next name of the search list follows, as in the system. */
const SEARCH_ON: readonly string[] = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EBADNAME'];
/** No name server answered. */
const SILENCE: readonly string[] = ['ETIMEOUT', 'ECONNREFUSED'];

/** `close` cancels running lookups. */
export interface Names {
  resolve: Resolve;
  lookup: LookupFunction;
  close(): void;
}

export interface NamesOptions {
  /** As `address:port`. Default: the system's. */
  servers?: readonly string[] | undefined;
  /** For the whole lookup. */
  deadlineMs?: number;
  hostsFile?: string;
  resolvFile?: string;
}

/** Asks DNS directly: `dns.lookup` has two threads, so slow names would block others. Rejects with OutboundFailure. */
export function openNames(options: NamesOptions = {}): Names {
  const { servers, deadlineMs = DEADLINE_MS } = options;
  const hosts = openHosts(options.hostsFile);
  const searchList = openSearchList(options.resolvFile);
  const underWay = new Set<Resolver>();
  let answeredAt = Number.NEGATIVE_INFINITY;

  async function ask(hostname: string, timeoutMs: number): Promise<Answer> {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    underWay.add(resolver);
    try {
      const answer = await askBoth(resolver, hostname, timeoutMs);
      if (typeof answer !== 'string' || !SILENCE.includes(answer)) answeredAt = performance.now();
      return answer;
    } finally {
      underWay.delete(resolver);
    }
  }

  async function search(hostname: string): Promise<readonly string[]> {
    const startedAt = performance.now();
    const endsAt = startedAt + deadlineMs;
    let code = 'ENOTFOUND';
    for (const name of await searchList(hostname)) {
      const answer = await ask(name, Math.max(1, endsAt - performance.now()));
      if (typeof answer !== 'string') return answer;
      // More telling than the failure of a searched name.
      if (name === hostname || !SEARCH_ON.includes(answer)) code = answer;
      if (!SEARCH_ON.includes(answer)) break;
    }
    const isSilent = SILENCE.includes(code) && !(await hasAnsweredSince(startedAt));
    throw new OutboundFailure(isSilent ? 'name_server_silent' : 'dns_failed', code);
  }

  /** Otherwise the servers of one name are silent. Each resolver knows the root. */
  async function hasAnsweredSince(startedAt: number): Promise<boolean> {
    if (answeredAt < startedAt) await ask('.', ROOT_MS);
    return answeredAt >= startedAt;
  }

  const resolve: Resolve = async (hostname) => {
    if (isIP(hostname) !== 0) return [addressOf(hostname)];
    return ((await hosts(hostname)) ?? (await search(hostname))).map(addressOf);
  };

  return {
    resolve,
    lookup: lookupWith(resolve),
    close() {
      for (const resolver of underWay) resolver.cancel();
    },
  };
}

export function lookupWith(resolve: Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname).then(
      (found) => {
        const wanted = Number(String(family ?? 0).replace('IPv', ''));
        const addresses = found.filter((each) => wanted === 0 || each.family === wanted);
        const [first] = addresses;
        if (!first) callback(new OutboundFailure('dns_failed', 'ENODATA'), '');
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

type Answer = readonly string[] | string;

/** Both families. After the first answer, the other one has little time left. */
async function askBoth(resolver: Resolver, hostname: string, timeoutMs: number): Promise<Answer> {
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, timeoutMs)];
  const hurry = <T>(answer: T) => {
    timers.push(setTimeout(cancel, OTHER_FAMILY_MS));
    return answer;
  };
  const asked = [resolver.resolve4(hostname).then(hurry), resolver.resolve6(hostname).then(hurry)];
  const answers = await Promise.allSettled(asked);
  timers.forEach(clearTimeout);
  return answerOf(answers);
}

/** Without addresses, the more specific code. */
function answerOf(answers: PromiseSettledResult<string[]>[]): Answer {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : 'ENODATA'));
  const code = codes.find((each) => each !== 'ENODATA') ?? 'ENODATA';
  // Only the deadline cancels.
  return code === 'ECANCELLED' ? 'ETIMEOUT' : code;
}

const addressOf = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
