import { Browsers, type UserFacingSocketConfig } from 'baileys';
import { boundedCache } from '../bounded-cache.ts';
import type { Timing } from '../timing.ts';

/** What we say we are. */
export const BROWSER = Browsers.ubuntu('Chrome');

/** The options of the client that are the same for every device; its caches are new each time. */
export function fixedOptions(timing: Timing) {
  return {
    browser: BROWSER,
    // Codes are shown by us, in the rhythm of `Timing`.
    qrTimeout: 2 ** 31 - 1,
    keepAliveIntervalMs: timing.pingMs,
    connectTimeoutMs: Math.min(timing.queryTimeoutMs, timing.connectDeadlineMs),
    defaultQueryTimeoutMs: timing.queryTimeoutMs,
    // A message that cannot be read holds up the others so long.
    retryRequestDelayMs: 20,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: () => false,
    emitOwnEvents: false,
    msgRetryCounterCache: boundedCache(1000),
    callOfferCache: boundedCache(100),
    placeholderResendCache: boundedCache(500),
  } satisfies Partial<UserFacingSocketConfig>;
}
