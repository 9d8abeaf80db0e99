import { z } from 'zod';

export interface OfficialCredentials {
  phoneNumberId: string;
  accessToken: string;
  /** Digits only. */
  phoneNumber: string;
}

const Stored = z.object({ phoneNumberId: z.string(), accessToken: z.string(), phoneNumber: z.string() });

export function encodeCredentials(credentials: OfficialCredentials): Uint8Array {
  return Buffer.from(JSON.stringify(credentials));
}

export function decodeCredentials(bytes: Uint8Array): OfficialCredentials {
  return Stored.parse(JSON.parse(Buffer.from(bytes).toString()));
}
