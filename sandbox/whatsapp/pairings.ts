import type { proto } from 'baileys';
import { MINUTE, SECOND } from '../../src/lib/clock.ts';
import type { Connection } from './connection.ts';

/** Clients show the first reference for a minute and each further one for 20 s; a phone may scan it for 90 s. */
const FIRST_SHOWN_MS = 60 * SECOND;
const NEXT_SHOWN_MS = 20 * SECOND;
const SCANNABLE_MS = 90 * SECOND;
const REMEMBERED_MS = 10 * MINUTE;

/** What a client that wants to be paired says about itself. */
export interface Registration {
  connection: Connection;
  /** The static key of its connection, which it will log in with. */
  noiseKey: Uint8Array;
  keys: proto.ClientPayload.IDevicePairingRegistrationData;
}

interface Reference {
  registration: Registration;
  scannableUntil: number;
  used: boolean;
}

export type Scan = { found: Registration } | { refused: 'unknown' | 'expired' };

/** The references of all QR codes that are being shown. */
export class Pairings {
  #byRef = new Map<string, Reference>();

  /** `refs` in the order in which the client will show them, beginning now. */
  show(registration: Registration, refs: readonly string[], now: Date): void {
    this.#forgetOld(now);
    for (const [index, ref] of refs.entries()) {
      const shownAt = index === 0 ? 0 : FIRST_SHOWN_MS + (index - 1) * NEXT_SHOWN_MS;
      const scannableUntil = now.getTime() + shownAt + SCANNABLE_MS;
      this.#byRef.set(ref, { registration, scannableUntil, used: false });
    }
  }

  /** Takes a reference for good: all codes of one connection stand for one pairing. */
  scan(ref: string, now: Date): Scan {
    const reference = this.#byRef.get(ref);
    if (!reference) return { refused: 'unknown' };
    const { registration, scannableUntil, used } = reference;
    if (used || !registration.connection.isOpen || now.getTime() >= scannableUntil)
      return { refused: 'expired' };
    for (const other of this.#byRef.values()) {
      if (other.registration === registration) other.used = true;
    }
    return { found: registration };
  }

  #forgetOld(now: Date): void {
    for (const [ref, { scannableUntil }] of this.#byRef) {
      if (scannableUntil + REMEMBERED_MS < now.getTime()) this.#byRef.delete(ref);
    }
  }
}
