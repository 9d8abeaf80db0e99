import { DAY } from '../lib/clock.ts';
import type { Network } from './engine.ts';

/** Asks the provider of a network whether a token may send for a number. Never rejects. */
export type VerifyCredentials = (
  network: Network,
  credentials: { phoneNumberId: string; accessToken: string },
) => Promise<CredentialVerdict>;

/**
 * - valid: the token may send, unless the number is banned.
 * - invalid: the provider refused; `reason` is for the customer.
 * - unreachable: no answer that counts.
 */
export type CredentialVerdict =
  | {
      outcome: 'valid';
      phoneNumber: string;
      verifiedName: string;
      isBanned: boolean;
      /** Null: the token may not read about itself. */
      token: TokenFacts | null;
      /** What `SessionStore.loadCreds` answers to a session of this number. */
      creds: Uint8Array;
    }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'unreachable' };

/** The provider's description of a token. */
export interface TokenFacts {
  /** Null: never. */
  expiresAt: Date | null;
  /** The business account of the token; null: several, or none is named. */
  wabaId: string | null;
}

const SOON_MS = 7 * DAY;

/** Whether a token with this end (null: no known end) needs a warning now. */
export function expiresSoon(at: Date | null, now: Date): boolean {
  return at !== null && at.getTime() - now.getTime() <= SOON_MS;
}
