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
