const DEFAULT = '#0b7a5b';
const SHARES = [0.2126, 0.7152, 0.0722];

/** `#rrggbb`, or the default. */
export const colorOf = (given: string): string => (/^#[\da-f]{6}$/i.test(given) ? given : DEFAULT);

/** Text on this colour: black or white, with a contrast of at least 4.5 (WCAG AA) on every colour. */
export function inkOn(color: string): '#000' | '#fff' {
  const luminance = SHARES.reduce(
    (sum, share, index) =>
      sum + share * (Number(`0x${color.slice(1 + 2 * index, 3 + 2 * index)}`) / 255) ** 2.2,
    0,
  );
  return luminance > 0.179 ? '#000' : '#fff';
}
