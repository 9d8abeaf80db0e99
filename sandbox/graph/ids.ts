import { createHash, randomBytes } from 'node:crypto';

/** Countries by calling code, as far as business-scoped ids of simulated people need them. */
const COUNTRIES: readonly (readonly [code: string, country: string])[] = [
  ['62', 'ID'],
  ['60', 'MY'],
  ['65', 'SG'],
  ['91', 'IN'],
  ['55', 'BR'],
  ['52', 'MX'],
  ['54', 'AR'],
  ['49', 'DE'],
  ['44', 'GB'],
  ['1', 'US'],
];

/** A new message id in the provider's form: `wamid.` and base64 of the number, the direction and 18 random characters. */
export function newMessageId(peer: string, direction: 'in' | 'out'): string {
  const number = Buffer.from(peer.slice(0, 100));
  const random = randomBytes(9).toString('hex').toUpperCase();
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, number.length]),
    number,
    Buffer.from([0x15, 0x02, 0x00, direction === 'out' ? 0x11 : 0x12, 0x18, random.length]),
    Buffer.from(random),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString('base64')}`;
}

/** An object id of 15 digits, always the same for the same text. */
export function objectIdOf(text: string): string {
  const digits = createHash('sha256').update(text).digest().readUIntBE(0, 6) % 100_000_000_000_000;
  return `1${String(digits).padStart(14, '0')}`;
}

export function newObjectId(): string {
  return objectIdOf(randomBytes(16).toString('hex'));
}

/** The business-scoped id of a person, as one business portfolio sees it. */
export function userIdOf(waId: string): string {
  const country = COUNTRIES.find(([code]) => waId.startsWith(code))?.[1] ?? 'US';
  return `${country}.${objectIdOf(`person ${waId}`)}${objectIdOf(`user ${waId}`).slice(1, 6)}`;
}

/** Numbers are never mistaken for such an id, nor the other way round. */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/;
