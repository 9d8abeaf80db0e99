import { createCipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { bytesToCrockford, Curve, proto } from 'baileys';

/** As the registration of the client says. */
const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME;
const KEY_BYTES = 32;
const CODE_BYTES = 5;

export interface Identity {
  /** Raw X25519, like the key of the phone. */
  keys: { private: Uint8Array; public: Uint8Array };
  nonce: Uint8Array;
  /** Of the network, for this ceremony. */
  ref: string;
}

export interface PhoneIdentity {
  publicKey: Uint8Array;
  nonce: Uint8Array;
}

/** From the secret that the phone knows by the scan or the typed code. */
export function handoffKey(advSecret: Uint8Array): Buffer {
  return derive(advSecret, '', 'shortcake-passkey-handoff-v1');
}

/** Ties the prologue to the scan. */
export function handoffProof(key: Uint8Array, prologue: Uint8Array): Buffer {
  return createHmac('sha256', key).update(prologue).digest();
}

/** Our ephemeral identity, with a commitment to the nonce that follows later. */
export function encodePrologue({ keys, nonce, ref }: Identity): Uint8Array {
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: keys.public,
    deviceType: DEVICE_TYPE,
    ref,
  }).finish();
  const hash = sha256(identity, nonce);
  return proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash },
  }).finish();
}

/** Null: other lengths than 32 bytes, a key that shares no secret, or no protobuf. */
export function decodePhoneIdentity(bytes: Uint8Array): PhoneIdentity | null {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
    if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return null;
    // Throws for the few keys that have the same secret with each other key.
    Curve.sharedKey(Buffer.alloc(KEY_BYTES, 1), Buffer.from(publicKey));
    return { publicKey, nonce };
  } catch {
    return null;
  }
}

/** Eight characters that the phone may show too. */
export function comparedCode(nonce: Uint8Array, phone: PhoneIdentity): string {
  const digest = sha256(nonce, phone.publicKey);
  return bytesToCrockford(
    Buffer.from(phone.nonce.subarray(0, CODE_BYTES).map((byte, n) => byte ^ (digest[n] ?? 0))),
  );
}

/** Our keys and the new secret, for the phone alone. `iv`: 12 random bytes. */
export function sealPairingRequest(
  { keys, ref }: Identity,
  phone: PhoneIdentity,
  request: { noiseKey: Uint8Array; identityKey: Uint8Array; advSecret: Uint8Array },
  iv: Uint8Array,
): Uint8Array {
  const salt = `Companion Pairing ${DEVICE_TYPE} with ref ${ref}`;
  const shared = Curve.sharedKey(Buffer.from(keys.private), Buffer.from(phone.publicKey));
  const key = derive(shared, salt, 'Pairing Information Encryption Key');
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const plain = proto.PairingRequest.encode({
    companionPublicKey: request.noiseKey,
    companionIdentityKey: request.identityKey,
    advSecret: request.advSecret,
  }).finish();
  const encryptedPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

const derive = (key: Uint8Array, salt: string, info: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, KEY_BYTES));

function sha256(...parts: Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
