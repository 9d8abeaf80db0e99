import { MINUTE, SECOND } from '../../lib/clock.ts';

/** Every wait of the engine, in ms. */
export interface Timing {
  /** From the first byte to the login, and from the scan to the restart that follows it. */
  connectDeadlineMs: number;
  /** Between two pings. */
  pingMs: number;
  /** Open, but no frame for so long: the line is deaf. Pings are answered, so a good line is never silent. */
  deafAfterMs: number;
  /** One piece of work on the ratchets may take so long while the store is not what it waits for. */
  stuckAfterMs: number;
  /** Between the login and the first send: the client moves its own sessions to LIDs meanwhile. */
  settleMs: number;
  /** For the whole of one send. */
  sendTimeoutMs: number;
  /** For one file on its way to the network; a host that takes nothing for `sendTimeoutMs` is given up before. */
  uploadTimeoutMs: number;
  /** For one question to the server. */
  queryTimeoutMs: number;
  /** The first code is shown so long, each later one for `qrNextMs`: the rhythm of the live network. */
  qrFirstMs: number;
  qrNextMs: number;
  /** A code can be scanned at least so long after it was first shown; 0: until the next one is shown. */
  qrScannableMs: number;
  backoffMinMs: number;
  backoffMaxMs: number;
  /** A connection that held so long starts the back-off anew. */
  stableAfterMs: number;
  healthyEveryMs: number;
  /** While the number may start no new chats, the network is asked this often whether it still may not. */
  lockLookMs: number;
  /** `close()` waits so long for work that is under way. */
  drainMs: number;
}

export const TIMING: Timing = {
  connectDeadlineMs: MINUTE,
  pingMs: 30 * SECOND,
  deafAfterMs: 75 * SECOND,
  stuckAfterMs: 2 * MINUTE,
  settleMs: 500,
  sendTimeoutMs: 30 * SECOND,
  uploadTimeoutMs: 5 * MINUTE,
  queryTimeoutMs: 20 * SECOND,
  qrFirstMs: MINUTE,
  qrNextMs: 20 * SECOND,
  qrScannableMs: 0,
  backoffMinMs: SECOND,
  backoffMaxMs: MINUTE,
  stableAfterMs: 30 * SECOND,
  healthyEveryMs: 10 * SECOND,
  lockLookMs: 10 * MINUTE,
  drainMs: 2 * SECOND,
};

/** Wait before attempt n (0 is the first): doubles up to the maximum, of which a random half is left out. */
export function backoffMs(attempt: number, timing: Timing, random: () => number): number {
  const full = Math.min(timing.backoffMaxMs, timing.backoffMinMs * 2 ** Math.min(attempt, 20));
  return Math.round(full * (0.5 + random() / 2));
}
