/** Signs of money before or after a number. */
const MONEY = /^(?:rp|idr|usd|\$|€|£)\.?\s*|\s*(?:rupiah|idr|usd)$/giu;
const GROUPED = /^[+-]?\d{1,3}(?:([.,\s])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/u;
const PLAIN = /^[+-]?\d+(?:[.,]\d+)?$/u;
const MAX_LENGTH = 40;

/**
 * A number as people write it. Points and commas before groups of three digits are thousands: `1.500` is 1500, and
 * `1.500,50` is 1500.5.
 */
export function readNumber(text: string): number | null {
  const written = text.normalize('NFKC').trim();
  if (written.length > MAX_LENGTH) return null;
  const digits = written.replaceAll(MONEY, '').replace(/,-$/u, '');
  const grouped = GROUPED.exec(digits);
  if (grouped) {
    const [whole, separator = '', decimals] = grouped;
    const start = decimals === undefined ? whole : whole.slice(0, -decimals.length - 1);
    return Number(`${start.replaceAll(separator, '')}.${decimals ?? '0'}`);
  }
  return PLAIN.test(digits) ? Number(digits.replace(',', '.')) : null;
}

/** A number as programs write it, for values of variables. */
export function numberIn(value: string | number | boolean | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : readNumber(value);
}
