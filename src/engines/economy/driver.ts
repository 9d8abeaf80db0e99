import { randomUUID } from 'node:crypto';
import { WA_CERT_DETAILS } from 'baileys';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { MediaFetcher } from '../../lib/media/fetcher.ts';
import type { EngineDriver } from '../engine.ts';
import { uploadAgentFor } from './connection/close-socket.ts';
import { createWorkScope } from './keys/ratchets.ts';
import { VersionChoice } from './session/client-versions.ts';
import { EconomySession } from './session/session.ts';
import { silenceSignalLogs } from './silence-libsignal.ts';
import { TIMING, type Timing } from './timing.ts';

/** Keys of all sessions together, in bytes. */
const KEY_CACHE_BYTES = 64 * 1024 * 1024;

export interface EconomyOptions {
  /** `wss://` everywhere but on one machine: the client's own check of the server is void, TLS is what protects it. */
  whatsappUrl: string;
  /** Client versions to announce, best first; empty: the one of the library. */
  versions: readonly string[];
  /** Public key that the network's certificates start from. It holds for the whole process: one network per process. */
  trustRoot?: Uint8Array | undefined;
  /** Fetches what media messages point to; the client library itself is never given a URL. */
  media: MediaFetcher;
  log: Log;
  clock: Clock;
  /** Between 0 and 1, for jitter. */
  random(): number;
  /** Waits other than `TIMING`: a network may accept a code longer than it is shown (`qrScannableMs`). */
  timing?: Partial<Timing>;
}

/** The engine that speaks the WhatsApp Web protocol. Throws when a version or the URL is malformed. */
export function createEconomyDriver(options: EconomyOptions): EngineDriver {
  const { whatsappUrl, versions, trustRoot, media, log, clock, random } = options;
  silenceSignalLogs();
  if (trustRoot) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(trustRoot);
  let prefixes = 0;
  const shared = {
    url: whatsappUrl,
    uploadAgent: uploadAgentFor(whatsappUrl),
    versions: new VersionChoice(versions),
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
  };
  return {
    kind: 'economy',
    newMessageId,
    open: (host) => new EconomySession(host, shared),
  };
}

/** 18 random hex digits. Node draws UUIDs from a cache of randomness; the version and variant digits are left out. */
function newMessageId(): string {
  const uuid = randomUUID();
  return `3EB0${(uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(-6)).toUpperCase()}`;
}
