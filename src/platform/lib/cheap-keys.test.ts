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

/** Of Node alone: other files of this worker may have replaced its functions. */
const PLAIN = {
  macs: [
    '8483f20ba686a944ee7b4085d898f8839cc318eb6baff7f4600c9005c57f1497',
    '0611b704abab473f956257a09cc2fc2c867211d077bdffc5a91bd8a5047826ff',
    '13754f0657ddf18a7a79a977b744e8fe3e6618a9f16209fd9a4c2f258d1096bd',
    '8483f20ba686a944ee7b4085d898f8839cc318eb6baff7f4600c9005c57f1497',
  ],
  sealed: '0284f1c3',
  opened: 'text',
};

it('gives the same results for bytes, texts and objects, and refuses the same keys', () => {
  const { agreed } = results();

  makeKeysCheap();
  makeKeysCheap();

  expect(results()).toEqual({ ...PLAIN, agreed });
  expect(() => crypto.createCipheriv('aes-256-gcm', Buffer.alloc(5), NONCE)).toThrow('Invalid key length');
  expect(() => crypto.createPrivateKey({ key: KEY, format: 'der', type: 'pkcs8' })).toThrow();
  expect(Error.stackTraceLimit).toBeGreaterThan(0);
});
