import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Enough countries for the ids of simulated people. */
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

/** A random message id in the format of the provider. */
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

/** Derives an object id of 15 digits from a text. */
export function objectIdOf(text: string): string {
  const digits = createHash('sha256').update(text).digest().readUIntBE(0, 6) % 100_000_000_000_000;
  return `1${String(digits).padStart(14, '0')}`;
}

export function newObjectId(): string {
  return objectIdOf(randomBytes(16).toString('hex'));
}

/** Derives the business-scoped id of a person. */
export function userIdOf(waId: string): string {
  const country = COUNTRIES.find(([code]) => waId.startsWith(code))?.[1] ?? 'US';
  return `${country}.${objectIdOf(`person ${waId}`)}${objectIdOf(`user ${waId}`).slice(1, 6)}`;
}

/** An id of a group in the format of the provider. */
export const newGroupId = (digits: string): string =>
  `${Buffer.from(`capi_group:${digits}:1203630${randomInt(1e10, 9e10)}`)
    .toString('base64')
    .replace(/=+$/, '')}ZD`;

export const GROUP_ID = /^Y2FwaV9ncm91cD[0-9A-Za-z]{10,100}$/;

/** A business-scoped id. Phone numbers never match. */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/;
