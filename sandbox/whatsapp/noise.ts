import { aesDecryptGCM, aesEncryptGCM, Curve, hkdf, NOISE_MODE, proto, sha256 } from 'baileys';
import type { KeyPair } from '../store-rows.ts';
import type { ServerIdentity } from './certificate.ts';

const EMPTY = Buffer.alloc(0);

export interface Handshake {
  hello(frame: Uint8Array): Uint8Array;
  finish(frame: Uint8Array): { payload: proto.ClientPayload; clientKey: Uint8Array; transport: Transport };
}

export interface Transport {
  seal(plain: Uint8Array): Uint8Array;
  open(sealed: Uint8Array): Buffer;
}

/** The server side of Noise_XX_25519_AESGCM_SHA256. Throws on invalid frames. */
export function startHandshake(identity: ServerIdentity, prologue: Uint8Array): Handshake {
  const ephemeral: KeyPair = Curve.generateKeyPair();
  const noise = new NoiseState(prologue);

  return {
    hello(frame) {
      const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
      if (!clientEphemeral) throw new Error('no client hello');
      noise.mixHash(clientEphemeral);
      noise.mixHash(ephemeral.public);
      noise.mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral));
      const sealedStatic = noise.encrypt(identity.staticKey.public);
      noise.mixKey(Curve.sharedKey(identity.staticKey.private, clientEphemeral));
      const payload = noise.encrypt(identity.chain);
      return proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: sealedStatic, payload },
      }).finish();
    },

    finish(frame) {
      const sealed = proto.HandshakeMessage.decode(frame).clientFinish;
      if (!sealed?.static || !sealed.payload) throw new Error('no client finish');
      const clientKey = noise.decrypt(sealed.static);
      noise.mixKey(Curve.sharedKey(ephemeral.private, clientKey));
      const payload = proto.ClientPayload.decode(noise.decrypt(sealed.payload));
      const [readKey, writeKey] = noise.split();
      return { payload, clientKey, transport: openTransport(readKey, writeKey) };
    },
  };
}

/** The keys of a handshake, as both sides have them. */
export class NoiseState {
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #chainingKey: Uint8Array = this.#hash;
  #key: Uint8Array = this.#hash;
  #counter = 0;

  constructor(prologue: Uint8Array) {
    this.mixHash(prologue);
  }

  mixHash(data: Uint8Array): void {
    this.#hash = sha256(Buffer.concat([this.#hash, data]));
  }

  mixKey(secret: Uint8Array): void {
    [this.#chainingKey, this.#key] = this.#derive(secret);
    this.#counter = 0;
  }

  encrypt(plain: Uint8Array): Uint8Array {
    const sealed = aesEncryptGCM(plain, this.#key, nonce(this.#counter++), this.#hash);
    this.mixHash(sealed);
    return sealed;
  }

  /** Throws for a wrong tag. */
  decrypt(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.#key, nonce(this.#counter++), this.#hash);
    this.mixHash(sealed);
    return plain;
  }

  /** The keys of the transport: of the client's frames, then of the server's. */
  split(): [Uint8Array, Uint8Array] {
    return this.#derive(EMPTY);
  }

  #derive(data: Uint8Array): [Uint8Array, Uint8Array] {
    const both = hkdf(Buffer.from(data), 64, { salt: Buffer.from(this.#chainingKey), info: '' });
    return [both.subarray(0, 32), both.subarray(32)];
  }
}

export function openTransport(readKey: Uint8Array, writeKey: Uint8Array): Transport {
  let read = 0;
  let written = 0;
  return {
    seal: (plain) => aesEncryptGCM(plain, writeKey, nonce(written++), EMPTY),
    open: (sealed) => aesDecryptGCM(sealed, readKey, nonce(read++), EMPTY),
  };
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}
