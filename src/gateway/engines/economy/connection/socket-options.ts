import { Browsers, type UserFacingSocketConfig } from 'baileys';
import { boundedCache } from '../bounded-cache.ts';
import type { Timing } from '../timing.ts';

export const BROWSER = Browsers.ubuntu('Chrome');

export function fixedOptions(timing: Timing) {
  return {
    browser: BROWSER,
    // `PairingCodes` shows the codes.
    qrTimeout: 2 ** 31 - 1,
    keepAliveIntervalMs: timing.pingMs,
    connectTimeoutMs: Math.min(timing.queryTimeoutMs, timing.connectDeadlineMs),
    defaultQueryTimeoutMs: timing.queryTimeoutMs,
    // Unreadable messages delay the next ones by this time.
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
