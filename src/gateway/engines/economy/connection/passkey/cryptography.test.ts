import { expect, test } from 'vitest';
import {
  comparedCode,
  decodePhoneIdentity,
  encodePrologue,
  handoffKey,
  handoffProof,
  sealPairingRequest,
} from './cryptography.ts';

/**
 * Computed in Python, with hashlib, `cryptography` 48 and protobuf fields written by hand, from the description of the
 * protocol alone. Keys, nonces and secrets are counted bytes.
 */
const VECTORS = {
  public: '07a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c',
  prologue:
    '0a340a2007a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c10011a0e32404162432d6445665f303132331222' +
    '0a20a533cbb20f03fad35d40a5fe05deb668521697a343c79b11eef888d15c715c8a',
  proof: '4222539f09165090f8be831465863d10d86d61c9894980037772eca272d3530b',
  phone:
    '0a205714769d116bf76436ae74bc793d2c30ad1903c59ac5273805c7e2698b410c361220c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9da' +
    'dbdcdddedfe0e1e2e3e4e5e6e7',
  code: 'PSWNPWWA',
  request:
    '0a7612623101aae74bc9958c2b7a85988cb30e99a1fbd40d6616bcd391bd50147460931d99f0aca0401f39a78131e4347708124b9ae83bcf' +
    '1cd880115c546c0bd63b788678f268222115ae76af50745b8f4864fb7bbfc16aeb344a47c6879327f7d5a3c0698d55afbeceebac79e67d0' +
    '0eb7aa9f89fa6864e120c000102030405060708090a0b',
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const count = (from: number, length: number) => Uint8Array.from({ length }, (_, n) => from + n);
const same = (byte: number) => new Uint8Array(32).fill(byte);
const identity = {
  keys: { private: count(1, 32), public: Buffer.from(VECTORS.public, 'hex') },
  nonce: Uint8Array.from({ length: 32 }, (_, n) => 0xa0 + (n % 16)),
  ref: '2@AbC-dEf_0123',
};
const phone = { publicKey: Buffer.from(VECTORS.phone.slice(4, 68), 'hex'), nonce: count(200, 32) };

test('prologue, proof, code and pairing request are those of an independent computation', () => {
  const prologue = encodePrologue(identity);
  const request = { noiseKey: same(1), identityKey: same(2), advSecret: same(9) };

  expect(hex(prologue)).toBe(VECTORS.prologue);
  expect(hex(handoffProof(handoffKey(same(7)), prologue))).toBe(VECTORS.proof);
  expect(comparedCode(identity.nonce, phone)).toBe(VECTORS.code);
  expect(hex(sealPairingRequest(identity, phone, request, count(0, 12)))).toBe(VECTORS.request);
});

test('the identity of the phone is read, and refused with other lengths or bytes, or a key without a secret', () => {
  const bytes = Buffer.from(VECTORS.phone, 'hex');
  const short = Buffer.concat([Buffer.from([0x0a, 8]), same(1).subarray(0, 8), bytes.subarray(34)]);

  const common = Buffer.concat([bytes.subarray(0, 2), new Uint8Array(32), bytes.subarray(34)]);

  const read = decodePhoneIdentity(bytes);

  expect(read && [hex(read.publicKey), hex(read.nonce)]).toEqual([hex(phone.publicKey), hex(phone.nonce)]);
  for (const wrong of [short, common, bytes.subarray(0, 34), bytes.subarray(0, 40), new Uint8Array()])
    expect(decodePhoneIdentity(wrong)).toBeNull();
});
