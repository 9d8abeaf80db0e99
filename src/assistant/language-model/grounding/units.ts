/** Spellings of one unit in both languages. Numbers of different units do not prove each other. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  percent: ['%', 'persen', 'percent', 'pct'],
  minute: ['menit', 'minute', 'minutes', 'min', 'mnt'],
  hour: ['jam', 'hour', 'hours', 'hr', 'hrs'],
  day: ['hari', 'day', 'days', 'hr kerja'],
  week: ['minggu', 'pekan', 'week', 'weeks'],
  fortnight: ['fortnight', 'fortnights'],
  month: ['bulan', 'month', 'months', 'bln'],
  year: ['tahun', 'year', 'years', 'thn', 'th'],
  decade: ['dekade', 'decade', 'decades'],
  kilogram: ['kg', 'kilo', 'kilogram', 'kilograms'],
  gram: ['gram', 'grams', 'gr', 'g'],
  litre: ['liter', 'litre', 'liters', 'litres', 'l', 'ltr'],
  millilitre: ['ml', 'mililiter'],
  kilometre: ['km', 'kilometer', 'kilometre', 'kilometers'],
  metre: ['meter', 'metre', 'meters', 'metres', 'm'],
  times: ['kali', 'times', 'x'],
  piece: ['pcs', 'pc', 'buah', 'biji', 'piece', 'pieces', 'item', 'items'],
  person: ['orang', 'pax', 'person', 'people'],
  centimetre: ['cm', 'sentimeter'],
};
const NAMES = new Map(
  Object.entries(UNITS).flatMap(([unit, spellings]) => spellings.map((each) => [each, unit] as const)),
);
const AFTER = /^[ -]?(?<word>%|\p{L}+)(?:[ -](?<next>\p{L}+))?/u;
/** `2 business days`. */
const BETWEEN = ['business', 'working', 'calendar', 'full'];

const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  idr: ['rp', 'rp.', 'idr', 'rupiah', 'perak'],
  usd: ['$', 'us$', 'usd', 'dollar', 'dollars', 'dolar', 'buck', 'bucks'],
  sgd: ['s$', 'sgd'],
  myr: ['rm', 'myr', 'ringgit'],
  eur: ['€', 'eur', 'euro', 'euros'],
  gbp: ['£', 'gbp'],
};
const CURRENCY_NAMES = new Map(
  Object.entries(CURRENCIES).flatMap(([code, spellings]) => spellings.map((each) => [each, code] as const)),
);
const CURRENCY_BEFORE = /(?<!\p{L})(rp\.?|idr|us\$|usd|s\$|sgd|rm|myr|eur|gbp|[$€£]) ?$/u;

export const unitOf = (word: string): string | null => NAMES.get(word) ?? null;

/** The unit that the text names at its beginning. */
export function unitAfter(after: string): string | null {
  const { word, next } = AFTER.exec(after)?.groups ?? {};
  if (word === undefined) return null;
  return NAMES.get(word) ?? (BETWEEN.includes(word) && next ? (NAMES.get(next) ?? null) : null);
}

export const isUnitAfter = (after: string): boolean =>
  unitAfter(after) !== null || /^ ?(?:rb|ribu|jt|juta|k|miliar|milyar)(?!\p{L})/u.test(after);

export const currencyBefore = (before: string): string | null =>
  CURRENCY_NAMES.get(CURRENCY_BEFORE.exec(before)?.[1] ?? '') ?? null;

export const isCurrencyBefore = (before: string): boolean => currencyBefore(before) !== null;

export function currencyAfter(after: string): string | null {
  const [, word = ''] = /^ ?(€|\p{L}+)/u.exec(after) ?? [];
  return CURRENCY_NAMES.get(word) ?? null;
}
