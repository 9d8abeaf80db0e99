import { clsx } from 'clsx';

const TONES = [
  'bg-[#dbeafe] text-[#1e40af]',
  'bg-[#dcfce7] text-[#166534]',
  'bg-[#fef3c7] text-[#854d0e]',
  'bg-[#fce7f3] text-[#9d174d]',
  'bg-[#ede9fe] text-[#5b21b6]',
  'bg-[#cffafe] text-[#155e75]',
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
