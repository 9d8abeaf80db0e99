import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';

const CODES = 10;
/** 80 bits: a stolen hash cannot be guessed. */
const CODE_BYTES = 10;
const CODE_CHARACTERS = 16;
/** Base32 of Crockford: without i, l, o and u, which are read as other signs. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_CHARACTERS}}$`);

/** As a person gets it: four groups of four. */
export function newRecoveryCodes(ctx: Pick<Context, 'randomBytes'>): string[] {
  return Array.from({ length: CODES }, () => grouped(encode(ctx.randomBytes(CODE_BYTES))));
}

/** As a person types it, without groups. Null: not of this form. */
export function readRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

/** `code` as `readRecoveryCode` returns it. The user is part of the hash, so no two users share one. */
export function hashRecoveryCode(userId: number, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest();
}

function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => ALPHABET.charAt(Number.parseInt(group, 2)));
}

const grouped = (code: string) => code.replace(/.{4}(?=.)/g, '$&-');
