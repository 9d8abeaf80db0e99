import type { proto } from 'baileys';
import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import type { Connection } from './connection.ts';

/** Clients show the first reference for 60 s and each other one for 20 s. */
const FIRST_SHOWN_MS = 60 * SECOND;
const NEXT_SHOWN_MS = 20 * SECOND;
const SCANNABLE_MS = 90 * SECOND;
const EXPIRED_KEPT_MS = 10 * MINUTE;

export interface Registration {
  connection: Connection;
  noiseKey: Uint8Array;
  keys: proto.ClientPayload.IDevicePairingRegistrationData;
}

interface PairingRef {
  registration: Registration;
  scannableUntil: number;
  used: boolean;
}

export type Claim = { found: Registration } | { refused: 'unknown' | 'expired' };

/** The references of all open QR codes. */
export class PairingRefs {
  #byRef = new Map<string, PairingRef>();

  offer(registration: Registration, refs: readonly string[], now: Date): void {
    this.#forgetOld(now);
    for (const [index, ref] of refs.entries()) {
      const shownAt = index === 0 ? 0 : FIRST_SHOWN_MS + (index - 1) * NEXT_SHOWN_MS;
      const scannableUntil = now.getTime() + shownAt + SCANNABLE_MS;
      this.#byRef.set(ref, { registration, scannableUntil, used: false });
    }
  }

  /** Uses up all references of the connection. */
  claim(ref: string, now: Date): Claim {
    const reference = this.#byRef.get(ref);
    if (!reference) return { refused: 'unknown' };
    const { registration, scannableUntil, used } = reference;
    if (used || !registration.connection.isOpen || now.getTime() >= scannableUntil)
      return { refused: 'expired' };
    this.#mark(registration, true);
    return { found: registration };
  }

  /** Uses up all references of a connection whose code was typed. Undefined: it does not pair. */
  claimConnection(connection: Connection): Registration | undefined {
    const known = [...this.#byRef.values()].find(
      ({ registration }) => registration.connection === connection,
    );
    if (!known || known.used) return undefined;
    this.#mark(known.registration, true);
    return known.registration;
  }

  /** The references of the connection can be claimed again. */
  reopen(registration: Registration): void {
    this.#mark(registration, false);
  }

  #mark(registration: Registration, used: boolean): void {
    for (const other of this.#byRef.values()) {
      if (other.registration === registration) other.used = used;
    }
  }

  #forgetOld(now: Date): void {
    for (const [ref, { scannableUntil }] of this.#byRef) {
      if (scannableUntil + EXPIRED_KEPT_MS < now.getTime()) this.#byRef.delete(ref);
    }
  }
}
