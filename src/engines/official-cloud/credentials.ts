import { z } from 'zod';

/** What a device of this engine has in place of a pairing. */
export interface OfficialCredentials {
  /** The provider's id of the number. */
  phoneNumberId: string;
  accessToken: string;
  /** Digits only. */
  phoneNumber: string;
}

const Stored = z.object({ phoneNumberId: z.string(), accessToken: z.string(), phoneNumber: z.string() });

/** As the session store keeps them, sealed. */
export function encodeCredentials(credentials: OfficialCredentials): Uint8Array {
  return Buffer.from(JSON.stringify(credentials));
}

/** Throws on bytes that `encodeCredentials` has not made. */
export function decodeCredentials(bytes: Uint8Array): OfficialCredentials {
  return Stored.parse(JSON.parse(Buffer.from(bytes).toString()));
}
