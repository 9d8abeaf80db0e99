import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Network, Passkey } from '../network.ts';

export const RELYING_PARTY = 'whatsapp.com';
export const ORIGIN = 'https://web.whatsapp.com';
/** User present, and verified. */
const FLAGS = 0x05;

export interface Assertion {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle: string | null;
  };
}

/** The passkey of a phone, made when it is first needed. Until a restart. */
export function passkeyOf(net: Network, number: string): Passkey {
  const known = net.passkeys.get(number);
  if (known) return known;
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const passkey = { credentialId: randomBytes(16), privateKey, publicKey, uses: 0 };
  net.passkeys.set(number, passkey);
  return passkey;
}

/** What a browser at the site of the network answers after the gesture of the owner. */
export function signOptions(
  passkey: Passkey,
  { challenge, rpId }: { challenge: string; rpId: string },
): Assertion {
  passkey.uses += 1;
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin: ORIGIN, crossOrigin: false }),
  );
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(passkey.uses);
  const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([FLAGS]), counter]);
  const key = createPrivateKey({ key: passkey.privateKey, format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key);
  const id = passkey.credentialId.toString('base64url');
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: null,
    },
  };
}

export const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
