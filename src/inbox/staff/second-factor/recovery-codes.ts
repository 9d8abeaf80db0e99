import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';

const CODES = 10;
/** 80 bits: a stolen hash cannot be guessed. */
const CODE_BYTES = 10;
const CODE_CHARACTERS = 16;
/** Crockford's Base32: without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_CHARACTERS}}$`);

/** Four groups of four. */
export function newRecoveryCodes(ctx: Pick<Context, 'randomBytes'>): string[] {
  return Array.from({ length: CODES }, () => grouped(encode(ctx.randomBytes(CODE_BYTES))));
}

/** Ignores groups. Null: another form. */
export function readRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

/** `code` from `readRecoveryCode`. No two users share a hash. */
export function hashRecoveryCode(userId: number, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest();
}

function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => ALPHABET.charAt(Number.parseInt(group, 2)));
}

const grouped = (code: string) => code.replace(/.{4}(?=.)/g, '$&-');
