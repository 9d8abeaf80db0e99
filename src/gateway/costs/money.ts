/** Digits behind the point of an amount. */
export const DECIMALS = 6;
const ONE = 10n ** BigInt(DECIMALS);

/** Millionths of a currency, without rounding. `text` has at most `DECIMALS` decimals. */
export function millionthsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(decimals.padEnd(DECIMALS, '0'));
}

/** Such as `12.50`: at least two decimals, and those that are needed. */
export function amountText(millionths: bigint): string {
  const decimals = (millionths % ONE)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0{1,4}$/, '');
  return `${millionths / ONE}.${decimals}`;
}
