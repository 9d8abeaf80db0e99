/** Country codes of one and two digits. All others have three: ITU-T E.164. */
const SHORT_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** Longer parts are read badly, also of numbers whose country groups them in another way. */
const GROUPS: readonly (readonly [digits: RegExp, parts: string])[] = [
  [/^(\d{1,4})(\d{4})$/, '$1-$2'],
  [/^(\d{3})(\d{3})(\d{3,4})$/, '$1-$2-$3'],
  [/^(\d{3})(\d{4})(\d{4,})$/, '$1-$2-$3'],
];
/** Brazil: area, then the number, whose mobile form has five digits before the hyphen. */
const BRAZIL: (typeof GROUPS)[number] = [/^(\d{2})(\d{4,5})(\d{4})$/, '$1 $2-$3'];

/** Digits as people write them: `+62 812-3456-7890`. Anything else stays as it is. */
export function phoneText(number: string): string {
  if (!/^\d{8,15}$/.test(number)) return number;
  const code = SHORT_CODE.exec(number)?.[0] ?? number.slice(0, 3);
  const rest = number.slice(code.length);
  const groups = code === '55' ? [BRAZIL, ...GROUPS] : GROUPS;
  const [digits, parts] = groups.find(([form]) => form.test(rest)) ?? [/$/, ''];
  return `+${code} ${rest.replace(digits, parts)}`;
}
