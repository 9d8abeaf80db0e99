import type { Unreached } from './unreached.ts';

/** Codes of Baileys for a broken connection. */
export const TIMED_OUT = 408;
export const CONNECTION_LOST = 428;

export interface ConnectionEnd {
  code: number;
  /** False for the HTTP status of a proxy, which says nothing about the account. */
  isFromServer: boolean;
  isQrShown: boolean;
  /** The server ends the stream after a scan, and expects a login. */
  isScanned: boolean;
  unreached: Unreached | null;
  storeError?: unknown;
}
