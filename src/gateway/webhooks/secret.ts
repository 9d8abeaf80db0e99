import type { Context } from '../../context.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 48;
/** Greater bytes would favour the first letters. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** 48 characters of A-Za-z0-9: about 285 bits. */
export function newSecret(randomBytes: Context['randomBytes']): string {
  let secret = '';
  while (secret.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR_BYTES && secret.length < LENGTH) secret += ALPHABET[byte % ALPHABET.length];
    }
  }
  return secret;
}

/** A secret opens only in the row of its webhook. */
export function associatedData(webhookId: number): string {
  return `webhooks|secret|${webhookId}`;
}

/** It is never shown: the owner makes another one. */
export function sealNewSecret(
  { box, randomBytes }: Pick<Context, 'box' | 'randomBytes'>,
  webhookId: number,
): Buffer {
  return box.seal(Buffer.from(newSecret(randomBytes)), associatedData(webhookId));
}
