import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';

export interface Timing {
  /** Until the login, or from the scan to the end of the stream. */
  connectDeadlineMs: number;
  pingMs: number;
  /** A working connection always has frames in this time, because the server answers pings. */
  silentAfterMs: number;
  /** Work on the ratchets. Waiting for the store does not count. */
  stuckAfterMs: number;
  /** After the login, while the client moves its Signal sessions to LIDs. */
  sendDelayMs: number;
  /** Also limits a pause of an upload. */
  sendTimeoutMs: number;
  uploadTimeoutMs: number;
  queryTimeoutMs: number;
  /** As on WhatsApp. */
  qrFirstMs: number;
  qrNextMs: number;
  /** 0: until the next code. */
  qrScannableMs: number;
  backoffMinMs: number;
  backoffMaxMs: number;
  /** The maximum in the first minutes without a network. */
  backoffOutageMs: number;
  /** Resets the back-off. */
  stableAfterMs: number;
  healthyEveryMs: number;
  lockCheckMs: number;
  /** Until a message that could not be decrypted is received without its content. */
  unreadableAfterMs: number;
  drainMs: number;
}

export const TIMING: Timing = {
  connectDeadlineMs: MINUTE,
  pingMs: 30 * SECOND,
  silentAfterMs: 75 * SECOND,
  stuckAfterMs: 2 * MINUTE,
  sendDelayMs: 500,
  sendTimeoutMs: 30 * SECOND,
  uploadTimeoutMs: 5 * MINUTE,
  queryTimeoutMs: 20 * SECOND,
  qrFirstMs: MINUTE,
  qrNextMs: 20 * SECOND,
  qrScannableMs: 0,
  backoffMinMs: SECOND,
  backoffMaxMs: MINUTE,
  backoffOutageMs: 10 * SECOND,
  stableAfterMs: 30 * SECOND,
  healthyEveryMs: 10 * SECOND,
  lockCheckMs: 10 * MINUTE,
  unreadableAfterMs: 8 * SECOND,
  drainMs: 2 * SECOND,
};
