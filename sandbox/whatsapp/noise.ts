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
  let hash: Buffer = Buffer.from(NOISE_MODE);
  let chainingKey: Uint8Array = hash;
  let key: Uint8Array = hash;
  let counter = 0;

  const mixHash = (data: Uint8Array) => {
    hash = sha256(Buffer.concat([hash, data]));
  };
  const derive = (data: Uint8Array): [Uint8Array, Uint8Array] => {
    const both = hkdf(Buffer.from(data), 64, { salt: Buffer.from(chainingKey), info: '' });
    return [both.subarray(0, 32), both.subarray(32)];
  };
  const mixKey = (secret: Uint8Array) => {
    [chainingKey, key] = derive(secret);
    counter = 0;
  };
  const encrypt = (plain: Uint8Array) => {
    const sealed = aesEncryptGCM(plain, key, nonce(counter++), hash);
    mixHash(sealed);
    return sealed;
  };
  const decrypt = (sealed: Uint8Array) => {
    const plain = aesDecryptGCM(sealed, key, nonce(counter++), hash);
    mixHash(sealed);
    return plain;
  };

  mixHash(prologue);

  return {
    hello(frame) {
      const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
      if (!clientEphemeral) throw new Error('no client hello');
      mixHash(clientEphemeral);
      mixHash(ephemeral.public);
      mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral));
      const sealedStatic = encrypt(identity.staticKey.public);
      mixKey(Curve.sharedKey(identity.staticKey.private, clientEphemeral));
      const payload = encrypt(identity.chain);
      return proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: sealedStatic, payload },
      }).finish();
    },

    finish(frame) {
      const sealed = proto.HandshakeMessage.decode(frame).clientFinish;
      if (!sealed?.static || !sealed.payload) throw new Error('no client finish');
      const clientKey = decrypt(sealed.static);
      mixKey(Curve.sharedKey(ephemeral.private, clientKey));
      const payload = proto.ClientPayload.decode(decrypt(sealed.payload));
      const [readKey, writeKey] = derive(EMPTY);
      return { payload, clientKey, transport: openTransport(readKey, writeKey) };
    },
  };
}

function openTransport(readKey: Uint8Array, writeKey: Uint8Array): Transport {
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
