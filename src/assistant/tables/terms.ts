import { type Reader, tokensOf } from '../brain/normalise.ts';

/** Spellings of one unit after a number. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ g: 'gr', gr: 'gr', gram: 'gr', grams: 'gr', kg: 'kg', kilo: 'kg', kilogram: 'kg', kgs: 'kg' },
  ...{
    ml: 'ml',
    mililiter: 'ml',
    cc: 'ml',
    l: 'liter',
    lt: 'liter',
    ltr: 'liter',
    liter: 'liter',
    litre: 'liter',
  },
  ...{ cm: 'cm', mm: 'mm', inch: 'inch', inci: 'inch', watt: 'watt', gb: 'gb', tb: 'tb', mah: 'mah' },
  ...{ pcs: 'pcs', pc: 'pcs', lembar: 'lembar', sachet: 'sachet' },
};
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d+(?:[.,]\\d+)*)(?:\\s*(${Object.keys(UNITS).join('|')}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/;
/** Endings of spoken Indonesian that change no meaning: `harganya`, `adakah`. */
const ENDING = /(?:nya|ny|kah|lah)$/;
const SHORTEST = 3;

/** Words of a question or a product, as the brain reads them. `250 gram` and `250gr` are one term. */
export function termsOf(text: string, reader: Reader): string[] {
  const measured = text.replace(NUMBER, (_, number: string, unit?: string) => {
    const digits = GROUPED.test(number) ? number.replace(/[.,]/g, '') : number.replace(/[.,]/g, 'p');
    return ` ${digits}${unit === undefined ? '' : (UNITS[unit.toLowerCase()] ?? '')} `;
  });
  return tokensOf(measured, reader);
}

/** Without an ending. */
export function bare(term: string): string {
  const short = term.replace(ENDING, '');
  return short.length >= SHORTEST ? short : term;
}
