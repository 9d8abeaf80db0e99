import { randomUUID } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { WA_CERT_DETAILS } from 'baileys';
import { LRUCache } from 'lru-cache';
import { makeKeysCheap } from '../../../platform/lib/cheap-keys.ts';
import type { Clock } from '../../../platform/lib/clock.ts';
import type { Log } from '../../../platform/lib/log.ts';
import type { MediaFetcher } from '../../../platform/lib/media/fetcher.ts';
import type { EngineDriver } from '../engine.ts';
import { agentsFor } from './connection/agents.ts';
import { createWorkScope } from './keys/ratchets.ts';
import type { AbsenceOf } from './outbound/transmit.ts';
import { ClientVersions } from './session/client-versions.ts';
import { EconomySession } from './session/session.ts';
import { silenceLibsignal } from './silence-libsignal.ts';
import { TIMING, type Timing } from './timing.ts';

const KEY_CACHE_BYTES = 64 * 1024 * 1024;

export interface EconomyOptions {
  /** Baileys does not check the server: only local ones go without `wss://`. */
  whatsappUrl: string;
  /** Best first. Empty: the version of Baileys. */
  versions: readonly string[];
  /** Of the network's certificates, one per process. */
  trustRoot?: Uint8Array | undefined;
  lookup: LookupFunction;
  /** Baileys never gets a URL. */
  media: MediaFetcher;
  log: Log;
  clock: Clock;
  /** Between 0 and 1. */
  random(): number;
  timing?: Partial<Timing>;
  absenceOf?: AbsenceOf | undefined;
}

/** Throws for a malformed version or URL. */
export function createEconomyDriver(options: EconomyOptions): EngineDriver {
  const { whatsappUrl, versions, trustRoot, lookup, media, log, clock, random, absenceOf } = options;
  silenceLibsignal();
  makeKeysCheap();
  if (trustRoot) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(trustRoot);
  let prefixes = 0;
  const shared = {
    url: whatsappUrl,
    agents: agentsFor(whatsappUrl, lookup),
    versions: new ClientVersions(versions),
    cache: new LRUCache<string, Uint8Array>({
      maxSize: KEY_CACHE_BYTES,
      sizeCalculation: (value, key) => value.length + key.length + 100,
    }),
    scope: createWorkScope(),
    timing: { ...TIMING, ...options.timing },
    nextPrefix: () => `${++prefixes}:`,
    media,
    log,
    clock,
    random,
    absenceOf,
  };
  return {
    kind: 'economy',
    newMessageId,
    open: (host) => new EconomySession(host, shared),
  };
}

/** From a UUID, because Node caches its random bytes. */
function newMessageId(): string {
  const uuid = randomUUID();
  return `3EB0${(uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(-6)).toUpperCase()}`;
}
