import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PasskeyAssertion } from '../../engines/engine.ts';

/** Of the site of the network. It judges the rest. */
const ORIGIN = /^https:\/\/([a-z0-9-]+\.)*whatsapp\.com$/;
const MAX_PART = 8_192;
const RP_HASH_BYTES = 32;
/** User present, and verified. */
const UP_AND_UV = 0x05;

const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]*$/, 'must be base64url without padding');

/** `PublicKeyCredential.toJSON()`. Other fields are left out. */
export const Assertion = z
  .object({
    id: base64Url(2_048),
    rawId: base64Url(2_048),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64Url(MAX_PART),
      authenticatorData: base64Url(MAX_PART),
      signature: base64Url(MAX_PART),
      userHandle: base64Url(MAX_PART).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type Assertion = z.infer<typeof Assertion>;

const ClientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() });
const Options = z.object({ challenge: z.string(), rpId: z.string() });

/** What keeps this assertion from answering these options. Null: nothing that can be seen here. */
export function problemOf({ response }: Assertion, options: string): string | null {
  const { challenge, rpId } = Options.parse(JSON.parse(options));
  const data = Buffer.from(response.authenticatorData, 'base64url');
  const client = readClientData(response.clientDataJSON);
  if (client === null || client.type !== 'webauthn.get') return 'is no answer of a browser to this question';
  if (client.challenge !== challenge)
    return 'answers another question: sign again, with what this page shows';
  if (!ORIGIN.test(client.origin)) return 'was signed on another site than WhatsApp Web';
  if (!data.subarray(0, RP_HASH_BYTES).equals(createHash('sha256').update(rpId).digest()))
    return 'was signed for another site than WhatsApp';
  if (((data[RP_HASH_BYTES] ?? 0) & UP_AND_UV) !== UP_AND_UV)
    return 'was signed without a check of the person: use a fingerprint, a face or the PIN';
  return null;
}

/** As the engine sends it. */
export function wireForm({ id, rawId, type, response }: Assertion): PasskeyAssertion {
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  const json = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  return { credentialId: Buffer.from(rawId, 'base64url'), json: JSON.stringify(json) };
}

function readClientData(text: string): z.infer<typeof ClientData> | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
