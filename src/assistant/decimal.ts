/** Exact, as text: account numbers exceed a `number`. */
export function decimal(digits: string, fraction = '', zeros = 0): string {
  const shifted = fraction.padEnd(zeros, '0');
  const whole = (digits + shifted.slice(0, zeros)).replace(/^0+(?=\d)/, '');
  const rest = shifted.slice(zeros).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

const GROUPED = /^(?!0)\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+|(?: \d{3})+)$/;
const GROUPED_WITH_FRACTION = /^(?!0)\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?: \d{3})+[.,]\d+)$/;
const WITH_FRACTION = /^\d+[.,]\d+$/;

/** Null: a version `1.2.3`. Three digits after a sign are thousands: `25.000`. */
export function readDecimal(text: string, zeros = 0): string | null {
  if (/^\d+$/.test(text)) return decimal(text, '', zeros);
  if (GROUPED.test(text)) return decimal(text.replace(/[., ]/g, ''), '', zeros);
  if (!GROUPED_WITH_FRACTION.test(text) && !WITH_FRACTION.test(text)) return null;
  const sign = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  return decimal(text.slice(0, sign).replace(/[., ]/g, ''), text.slice(sign + 1), zeros);
}
