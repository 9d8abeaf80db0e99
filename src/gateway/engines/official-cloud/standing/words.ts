import { QUALITIES, type Quality } from '../../standing.ts';

const TIER = /^TIER_(\d{1,6})(K|M)?$/;
const FACTORS = { K: 1_000, M: 1_000_000 };
const MAX_LIMIT = 1_000_000_000;

/** `TIER_2K`, or a number. Null: no limit. Undefined: unreadable. */
export function perDayOf(value: unknown): number | null | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  const word = value.toUpperCase();
  if (word === 'TIER_UNLIMITED' || word === 'UNLIMITED') return null;
  const [, digits, unit] = TIER.exec(word) ?? [];
  if (digits === undefined) return /^-?\d{1,10}$/.test(word) ? fromNumber(Number(word)) : undefined;
  return fromNumber(Number(digits) * (unit === 'K' || unit === 'M' ? FACTORS[unit] : 1));
}

/** -1: no limit. */
function fromNumber(value: number): number | null | undefined {
  if (value === -1) return null;
  return Number.isInteger(value) && value > 0 && value <= MAX_LIMIT ? value : undefined;
}

export function qualityOf(value: unknown): Quality | null {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return QUALITIES.find((quality) => quality === word) ?? null;
}
