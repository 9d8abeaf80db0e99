import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Passkey } from '../network.ts';
import { ORIGIN, RELYING_PARTY, sha256 } from './authenticator.ts';

const UP_AND_UV = 0x05;
const RP_HASH_BYTES = 32;
const Wire = z.object({
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
const ClientData = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.literal(ORIGIN),
});

/** Null, or why the server refuses the assertion. */
export function assertionProblem(
  json: string,
  credentialId: Buffer,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): string | null {
  try {
    const { rawId, response } = Wire.parse(JSON.parse(json));
    const [clientData, data, signature] = [
      response.clientDataJSON,
      response.authenticatorData,
      response.signature,
    ].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer]; // three texts
    if (!credentialId.equals(Buffer.from(rawId, 'base64url')) || !credentialId.equals(passkey.credentialId))
      return 'credential';
    if (ClientData.parse(JSON.parse(clientData.toString())).challenge !== challenge) return 'challenge';
    if (!data.subarray(0, RP_HASH_BYTES).equals(sha256(RELYING_PARTY))) return 'relying party';
    if (((data[RP_HASH_BYTES] ?? 0) & UP_AND_UV) !== UP_AND_UV) return 'flags';
    const key = createPublicKey({ key: passkey.publicKey, format: 'der', type: 'spki' });
    const signed = Buffer.concat([data, sha256(clientData)]);
    return verify('sha256', signed, key, signature) ? null : 'signature';
  } catch {
    return 'form';
  }
}
