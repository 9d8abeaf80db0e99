/**
 * The phone of a person, its passkey, and what the server checks of a link by passkey. Written from descriptions and
 * public clients of the network, without a look at the engine or at the sandbox.
 */
import {
  createDecipheriv,
  createHmac,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { bytesIn, decodeFields, encodeFields } from './fields.ts';
import { agree, hkdf, isSigned, newPair, newSigner, sha256 } from './keys.ts';

const RP_ID = 'whatsapp.com';
const ORIGIN = 'https://web.whatsapp.com';
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';
/** User present, and verified. */
const PRESENT_AND_VERIFIED = 0x05;

/** What the peer refuses, in one word. */
export class Refused extends Error {
  override name = 'Refused';
}

export interface Registration {
  identity: Buffer;
  deviceType: number;
}

export class PasskeyPeer {
  readonly options: string;
  readonly ref = randomBytes(12).toString('base64url');
  /** As the phone shows it, without its hyphen. */
  code: string | null = null;
  /** What the phone knows of the QR. */
  readonly oldSecret: Buffer;
  newSecret: Buffer | null = null;
  readonly #registration: Registration;
  readonly #noiseKey: Buffer;
  readonly #challenge = randomBytes(32).toString('base64url');
  readonly #credentialId = randomBytes(20);
  readonly #passkey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #ephemeral = newPair();
  readonly #nonce = randomBytes(32);
  readonly #account = newSigner();
  #prologue: Buffer | null = null;
  #companionNonce: Buffer | null = null;
  #details: Buffer = Buffer.alloc(0);

  constructor(qr: string, registration: Registration) {
    const [, noise, identity, secret] = qr.slice(qr.indexOf('#') + 1).split(',');
    this.#noiseKey = Buffer.from(noise ?? '', 'base64');
    this.oldSecret = Buffer.from(secret ?? '', 'base64');
    this.#registration = registration;
    refuseUnless(registration.identity.equals(Buffer.from(identity ?? '', 'base64')), 'qr');
    this.options = JSON.stringify({
      challenge: this.#challenge,
      timeout: 600_000,
      rpId: RP_ID,
      allowCredentials: [],
      userVerification: 'required',
      extensions: { uvm: true },
    });
  }

  /** What the browser of the owner returns for the options. */
  assert(): { credentialId: Buffer; json: string } {
    const client = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge: this.#challenge, origin: ORIGIN }),
    );
    const authenticator = Buffer.concat([
      sha256(Buffer.from(RP_ID)),
      Buffer.from([PRESENT_AND_VERIFIED, 0, 0, 0, 1]),
    ]);
    const signed = sign('sha256', Buffer.concat([authenticator, sha256(client)]), this.#passkey.privateKey);
    const id = this.#credentialId.toString('base64url');
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticator.toString('base64url'),
      signature: signed.toString('base64url'),
      userHandle: null,
    };
    const json = JSON.stringify({ id, rawId: id, type: 'public-key', response });
    return { credentialId: this.#credentialId, json };
  }

  /** Returns the `primary_ephemeral_identity` of the phone. */
  takePrologue(parts: ReadonlyMap<string, Buffer>): Buffer {
    const part = (tag: string) => parts.get(tag) ?? Buffer.alloc(0);
    refuseUnless(part('credential_id').equals(this.#credentialId), 'credential');
    this.#judgeAssertion(part('webauthn_assertion').toString());
    const prologue = part('prologue_payload');
    const identity = decodeFields(bytesIn(prologue, 1));
    const key = identity.get(1);
    refuseUnless(Buffer.isBuffer(key) && key.length === 32, 'ephemeral_key');
    refuseUnless(identity.get(2) === this.#registration.deviceType, 'device_type');
    refuseUnless(String(identity.get(3)) === this.ref, 'ref');
    refuseUnless(bytesIn(prologue, 2, 1).length === 32, 'commitment');
    const proof = part('pairing_handoff_proof');
    // A client may leave it out. Then the owner compares the codes.
    if (proof.length > 0) {
      const handoffKey = hkdf(this.oldSecret, '', 'shortcake-passkey-handoff-v1', 32);
      const expected = createHmac('sha256', handoffKey).update(prologue).digest();
      refuseUnless(isSame(proof, expected), 'proof');
    }
    this.#prologue = prologue;
    return encodeFields({ 1: this.#ephemeral.open, 2: this.#nonce });
  }

  #judgeAssertion(json: string): void {
    const { rawId, type, response } = JSON.parse(json);
    const of = (text: string) => Buffer.from(text, 'base64url');
    const client = JSON.parse(of(response.clientDataJSON).toString());
    const authenticator = of(response.authenticatorData);
    const signed = Buffer.concat([authenticator, sha256(of(response.clientDataJSON))]);
    const isOwn = createVerify('sha256')
      .update(signed)
      .verify(this.#passkey.publicKey, of(response.signature));
    refuseUnless(type === 'public-key' && of(rawId).equals(this.#credentialId), 'credential');
    refuseUnless(client.type === 'webauthn.get' && client.challenge === this.#challenge, 'challenge');
    refuseUnless(client.origin === ORIGIN, 'origin');
    refuseUnless(authenticator.subarray(0, 32).equals(sha256(Buffer.from(RP_ID))), 'rp_id');
    refuseUnless((authenticator.readUInt8(32) & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED, 'flags');
    refuseUnless(isOwn, 'signature');
  }

  takeNonce(nonce: Buffer): void {
    const prologue = this.#prologue;
    if (!prologue || this.#companionNonce) throw new Refused('order');
    const commitment = sha256(bytesIn(prologue, 1), nonce);
    refuseUnless(nonce.length === 32 && isSame(commitment, bytesIn(prologue, 2, 1)), 'commitment');
    this.#companionNonce = nonce;
    const digest = sha256(nonce, this.#ephemeral.open);
    const bytes = Array.from(digest.subarray(0, 5), (byte, index) => byte ^ (this.#nonce[index] ?? 0));
    const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    this.code = bits.replace(/.{5}/g, (five) => ALPHABET[Number.parseInt(five, 2)] ?? '');
  }

  /** Returns the `device-identity` of `pair-success`. */
  takeRequest(sealed: Buffer): Buffer {
    const prologue = this.#prologue;
    if (!prologue || !this.#companionNonce || this.newSecret) throw new Refused('order');
    const [payload, iv] = [bytesIn(sealed, 1), bytesIn(sealed, 2)];
    const salt = `Companion Pairing ${this.#registration.deviceType} with ref ${this.ref}`;
    const shared = agree(this.#ephemeral, bytesIn(prologue, 1, 1));
    const key = hkdf(shared, salt, 'Pairing Information Encryption Key', 32);
    const request = openSealed(key, iv, payload);
    refuseUnless(bytesIn(request, 1).equals(this.#noiseKey), 'noise_key');
    refuseUnless(bytesIn(request, 2).equals(this.#registration.identity), 'identity_key');
    const secret = bytesIn(request, 3);
    refuseUnless(secret.length === 32 && !secret.equals(this.oldSecret), 'secret');
    this.newSecret = secret;
    return this.vouch(secret);
  }

  /** The identity of the new device, under the secret that the phone believes in. */
  vouch(secret: Buffer): Buffer {
    this.#details = encodeFields({ 1: 7, 2: 1_790_000_000, 3: 3 });
    const message = Buffer.concat([Buffer.from([6, 0]), this.#details, this.#registration.identity]);
    const signed = encodeFields({
      1: this.#details,
      2: this.#account.open,
      3: this.#account.sign(message),
    });
    return encodeFields({ 1: signed, 2: createHmac('sha256', secret).update(signed).digest() });
  }

  /** Judges `pair-device-sign` of the new device. */
  takeSigned(keyIndex: string, identity: Buffer): void {
    const { identity: device } = this.#registration;
    const message = [Buffer.from([6, 1]), this.#details, device, this.#account.open];
    refuseUnless(keyIndex === '3' && bytesIn(identity, 1).equals(this.#details), 'details');
    refuseUnless(isSigned(device, Buffer.concat(message), bytesIn(identity, 4)), 'device_signature');
  }
}

function openSealed(key: Buffer, iv: Buffer, payload: Buffer): Buffer {
  refuseUnless(iv.length === 12 && payload.length > 16, 'seal');
  const cipher = createDecipheriv('aes-256-gcm', key, iv);
  cipher.setAuthTag(payload.subarray(-16));
  try {
    return Buffer.concat([cipher.update(payload.subarray(0, -16)), cipher.final()]);
  } catch {
    throw new Refused('seal');
  }
}

function refuseUnless(isRight: boolean, what: string): void {
  if (!isRight) throw new Refused(what);
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
