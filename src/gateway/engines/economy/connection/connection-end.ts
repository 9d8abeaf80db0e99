import type { PairingEnd } from '../../engine.ts';
import type { Unreached } from './unreached.ts';

/** Of Baileys, for a broken connection. */
export const TIMED_OUT = 408;
export const CONNECTION_LOST = 428;

export interface ConnectionEnd {
  code: number;
  /** False: a proxy's HTTP status, which says nothing about the account. */
  isFromServer: boolean;
  isQrShown: boolean;
  /** The network has asked for a passkey. */
  isPasskeyAsked: boolean;
  /** Null: the pairing may go on. */
  pairingEnd: PairingEnd | null;
  /** The server expects a login after the scan. */
  isScanned: boolean;
  unreached: Unreached | null;
  storeError?: unknown;
}
