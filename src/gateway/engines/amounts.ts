const DEFAULT_DIGITS = 2;
/** Of the longest fraction of a currency. */
const MAX_DIGITS = 3;
const MAX_AMOUNT = 1e15;

/** Null: no amount. */
export function amountIn(value: unknown, divisor = 1): number | null {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || Math.abs(amount) > MAX_AMOUNT) return null;
  return rounded(amount / divisor);
}

/** `45,000 IDR`, `12.50 USD`. */
export function amountText(amount: number, currency: string | null): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : digitsOf(currency);
  const number = amount.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: MAX_DIGITS });
  return currency ? `${number} ${currency}` : number;
}

/** Without the error of binary fractions. */
export const rounded = (amount: number) => Math.round(amount * 1e4) / 1e4;

function digitsOf(currency: string | null): number {
  if (!currency || !/^[a-z]{3}$/i.test(currency)) return DEFAULT_DIGITS;
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.min(maximumFractionDigits ?? DEFAULT_DIGITS, MAX_DIGITS);
}
