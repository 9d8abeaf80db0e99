import { DAY } from '../../platform/lib/clock.ts';
import type { Network } from './engine.ts';
import type { NumberStanding } from './standing.ts';

/** Whether a token may send for a number. Never rejects. */
export type VerifyCredentials = (
  network: Network,
  credentials: { phoneNumberId: string; accessToken: string },
) => Promise<CredentialVerdict>;

/**
 * - valid: may send, unless banned.
 * - invalid: `reason` is for the customer.
 * - unreachable: no verdict.
 */
export type CredentialVerdict =
  | {
      outcome: 'valid';
      phoneNumber: string;
      verifiedName: string;
      isBanned: boolean;
      /** Null: may not read about itself. */
      token: TokenFacts | null;
      standing: NumberStanding;
      /** For `SessionStore.loadCreds`. */
      creds: Uint8Array;
    }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'unreachable' };

export interface TokenFacts {
  /** Null: never. */
  expiresAt: Date | null;
  /** Null: none or several. */
  wabaId: string | null;
}

export const TOKEN_WARNING_MS = 7 * DAY;

/** Null: no known expiry. */
export function expiresSoon(at: Date | null, now: Date): boolean {
  return at !== null && at.getTime() - now.getTime() <= TOKEN_WARNING_MS;
}
