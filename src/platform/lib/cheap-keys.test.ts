import * as crypto from 'node:crypto';
import { expect, it } from 'vitest';
import { makeKeysCheap } from './cheap-keys.ts';

const KEY = Buffer.alloc(32, 7);
const NONCE = Buffer.alloc(12, 1);

function results() {
  const { privateKey, publicKey } = PAIR;
  const cipher = crypto.createCipheriv('aes-256-gcm', KEY, NONCE);
  const sealed = Buffer.concat([cipher.update('text'), cipher.final()]);
  const opened = crypto.createDecipheriv('aes-256-gcm', KEY, NONCE).setAuthTag(cipher.getAuthTag());
  const own = crypto.createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const other = crypto.createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  return {
    macs: [KEY, Buffer.alloc(0), 'text', crypto.createSecretKey(KEY)].map((key) =>
      crypto.createHmac('sha256', key).update('text').digest('hex'),
    ),
    sealed: sealed.toString('hex'),
    opened: opened.update(sealed, undefined, 'utf8') + opened.final('utf8'),
    agreed: crypto.diffieHellman({ privateKey: own, publicKey: other }).toString('hex'),
  };
}

const PAIR = crypto.generateKeyPairSync('x25519', {
  privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  publicKeyEncoding: { format: 'der', type: 'spki' },
});

it('gives the same results for bytes, texts and objects, and refuses the same keys', () => {
  const before = results();
  const plain = crypto.createHmac;

  makeKeysCheap();
  makeKeysCheap();

  expect(crypto.createHmac).not.toBe(plain);
  expect(results()).toEqual(before);
  expect(() => crypto.createCipheriv('aes-256-gcm', Buffer.alloc(5), NONCE)).toThrow('Invalid key length');
  expect(() => crypto.createPrivateKey({ key: KEY, format: 'der', type: 'pkcs8' })).toThrow();
  expect(Error.stackTraceLimit).toBeGreaterThan(0);
});
