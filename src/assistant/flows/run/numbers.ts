import { readDecimal } from '../../decimal.ts';
import { meaningsIn, oneOf, valuesIn, wordsIn } from '../../languages/words.ts';
import { plainAnswers } from '../../manners.ts';

/** Signs of money before or after a number. */
const CURRENCIES = oneOf(meaningsIn(({ facts }) => facts.currencies).keys());
const MONEY = new RegExp(`^(?:rp|idr|usd|r?\\$|brl|mxn|€|£)\\.?\\s*|\\s*(?:${CURRENCIES}|idr|usd)$`, 'giu');
const MAX_LENGTH = 40;

/**
 * A number as people write it. Points and commas before groups of three digits are thousands: `1.500` is 1500, and
 * `1.500,50` is 1500.5.
 */
function readNumber(text: string): number | null {
  const written = text.normalize('NFKC').trim();
  if (written.length > MAX_LENGTH) return null;
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(withoutMoney(written)) ?? [];
  const value = readDecimal(digits);
  return value === null ? null : Number(sign + value);
}

const withoutMoney = (text: string) => text.replaceAll(MONEY, '').replace(/,-$/u, '');

const ZEROS = valuesIn(({ facts }) => facts.zeros);
const TIMES = new RegExp(`\\s?(${oneOf(ZEROS.keys())})$`, 'u');
const UNIT = new RegExp(`\\s?${oneOf(wordsIn(({ facts }) => facts.counted))}$`, 'u');

/** A number as customers answer with it, with manners, units and thousands: `3 pcs kak`, `25rb`. */
export function answeredNumber(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  for (const plain of plainAnswers(text.normalize('NFKC').trim().toLowerCase())) {
    const bare = plain.replace(UNIT, '');
    const times = TIMES.exec(bare)?.[1];
    const number = readNumber(bare.replace(TIMES, ''));
    if (number !== null) return Number((number * 10 ** (ZEROS.get(times ?? '') ?? 0)).toPrecision(15));
  }
  return null;
}

/** A number as programs write it, for values of variables. */
export function numberIn(value: string | number | boolean | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : readNumber(value);
}
