/** Countries changed numbers, WhatsApp keeps the registered spelling. Prefix, optional digit, rest. */
const OPTIONAL_DIGITS = [
  // Brazil. With a first digit below 6, the number without the 9 is a landline.
  ['55\\d{2}', '9', '[6-9]\\d{7}'],
  // Mexico.
  ['52', '1', '\\d{10}'],
  // Argentina.
  ['54', '9', '\\d{10}'],
] as const;

const TWO_SPELLINGS = OPTIONAL_DIGITS.map(([before, digit, after]) => ({
  pattern: new RegExp(`^(${before})${digit}?(${after})$`),
  source: `${before}${digit}?${after}`,
  digit,
}));

export const RESPELLED = `^(?:${TWO_SPELLINGS.map(({ source }) => source).join('|')})$`;

/** The same list for every spelling; the first identifies. */
export function spellingsOf(phone: string): readonly [string, ...string[]] {
  for (const { pattern, digit } of TWO_SPELLINGS) {
    const [, before, after] = pattern.exec(phone) ?? [];
    if (before !== undefined && after !== undefined) return [before + after, before + digit + after];
  }
  return [phone];
}

/** SQL: numbers of other countries have one spelling, which costs one look. */
const HAS_TWO = "~ '^5[245]'";

export const spelledSql = (spelling: 'first' | 'second', phone: string) =>
  `case when ${phone} ${HAS_TWO} then kurir_${spelling}_spelling(${phone}) else ${phone} end`;

/** SQL: as `spellingsOf`, and the phone itself. */
export const spellingsSql = (phone: string) => `case when ${phone} ${HAS_TWO}
    then array[kurir_first_spelling(${phone}), kurir_second_spelling(${phone}), ${phone}] else array[${phone}] end`;
