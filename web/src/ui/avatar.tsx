import { clsx } from 'clsx';

const TONES = [
  'bg-[#dbeafe] text-[#1e40af] dark:bg-[#1e3a5f] dark:text-[#bfdbfe]',
  'bg-[#dcfce7] text-[#166534] dark:bg-[#1f4030] dark:text-[#bbf7d0]',
  'bg-[#fef3c7] text-[#854d0e] dark:bg-[#4a3a14] dark:text-[#fde68a]',
  'bg-[#fce7f3] text-[#9d174d] dark:bg-[#50283c] dark:text-[#fbcfe8]',
  'bg-[#ede9fe] text-[#5b21b6] dark:bg-[#3b3058] dark:text-[#ddd6fe]',
  'bg-[#cffafe] text-[#155e75] dark:bg-[#1b4450] dark:text-[#a5f3fc]',
];

/** The first letters of a name. The same name has the same colour. */
export function Avatar({ name, small }: { name: string; small?: boolean }) {
  const letters = [...name.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word][0] ?? '');
  const tone =
    TONES[
      [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % TONES.length
    ];
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full font-medium select-none',
        small ? 'size-6 text-[11px]' : 'size-9 text-[13px]',
        tone,
      )}
    >
      {letters
        .slice(0, small ? 1 : 2)
        .join('')
        .toUpperCase() || '?'}
    </span>
  );
}
