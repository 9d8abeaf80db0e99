/** Country codes of one and two digits. All others have three: ITU-T E.164. */
const SHORT_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** Longer parts are read badly, also of numbers whose country groups them in another way. */
const GROUPS: readonly (readonly [digits: RegExp, parts: string])[] = [
  [/^(\d{1,4})(\d{4})$/, '$1-$2'],
  [/^(\d{3})(\d{3})(\d{3,4})$/, '$1-$2-$3'],
  [/^(\d{3})(\d{4})(\d{4,})$/, '$1-$2-$3'],
];
/** By country: digits that stand by the area code. In Mexico and Argentina, WhatsApp writes one more before them. */
const BY_AREA: Readonly<Record<string, typeof GROUPS>> = {
  52: [
    [/^(55|56|33|81)(\d{4})(\d{4})$/, '$1 $2-$3'],
    [/^1(55|56|33|81)(\d{4})(\d{4})$/, '1 $1 $2-$3'],
    [/^1(\d{3})(\d{3})(\d{4})$/, '1 $1-$2-$3'],
  ],
  54: [
    [/^9(11)(\d{4})(\d{4})$/, '9 $1 $2-$3'],
    [/^9(\d{3})(\d{3})(\d{4})$/, '9 $1 $2-$3'],
  ],
  55: [[/^(\d{2})(\d{4,5})(\d{4})$/, '$1 $2-$3']],
  56: [[/^9(\d{4})(\d{4})$/, '9 $1-$2']],
};

/** Digits as people write them: `+62 812-3456-7890`. Anything else stays as it is. */
export function phoneText(number: string): string {
  if (!/^\d{8,15}$/.test(number)) return number;
  const code = SHORT_CODE.exec(number)?.[0] ?? number.slice(0, 3);
  const rest = number.slice(code.length);
  const groups = [...(BY_AREA[code] ?? []), ...GROUPS];
  const [digits, parts] = groups.find(([form]) => form.test(rest)) ?? [/$/, ''];
  return `+${code} ${rest.replace(digits, parts)}`;
}
