import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';

export interface Timing {
  /** To the login, or from the scan to the stream's end. */
  connectDeadlineMs: number;
  pingMs: number;
  /** The server answers pings, so frames arrive in this time. */
  silentAfterMs: number;
  /** Of ratchets, without waits for the store. */
  stuckAfterMs: number;
  /** The client moves Signal sessions to LIDs first. */
  sendDelayMs: number;
  /** Also of pauses of an upload. */
  sendTimeoutMs: number;
  uploadTimeoutMs: number;
  queryTimeoutMs: number;
  /** As on WhatsApp. */
  qrFirstMs: number;
  qrNextMs: number;
  /** 0: until the next code. */
  qrScannableMs: number;
  /** From the demand of a passkey to the answer of the owner. The phone forgets the scan later. */
  passkeyMs: number;
  /** From that answer, and from its acceptance, to the phone. WhatsApp Web waits as long. */
  passkeyPhoneMs: number;
  /** From the pairing request to the pairing. The phone may ask its owner. */
  passkeyPairMs: number;
  backoffMinMs: number;
  backoffMaxMs: number;
  /** In the first minutes without a network. */
  backoffOutageMs: number;
  /** Resets the back-off. */
  stableAfterMs: number;
  healthyEveryMs: number;
  lockCheckMs: number;
  /** Then it is received without content. */
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
  passkeyMs: 5 * MINUTE,
  passkeyPhoneMs: 2 * MINUTE,
  passkeyPairMs: 2 * MINUTE,
  backoffMinMs: SECOND,
  backoffMaxMs: MINUTE,
  backoffOutageMs: 10 * SECOND,
  stableAfterMs: 30 * SECOND,
  healthyEveryMs: 10 * SECOND,
  lockCheckMs: 10 * MINUTE,
  unreadableAfterMs: 8 * SECOND,
  drainMs: 2 * SECOND,
};
