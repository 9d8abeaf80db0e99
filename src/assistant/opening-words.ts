import { DateTime, type Zone } from 'luxon';
import type { Language } from './languages/language.ts';
import { LANGUAGE_WORDS } from './languages/words.ts';

/** `opensAt` null: no opening is known. */
export function openingInWords(
  { opensAt, now, zone }: { opensAt: Date | null; now: Date; zone: Zone },
  language: Language,
): string {
  const words = LANGUAGE_WORDS[language].opening;
  if (!opensAt) return words.unknown;
  const opens = DateTime.fromJSDate(opensAt, { zone }).setLocale(language);
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  const days = Math.round(opens.startOf('day').diff(today, 'days').days);
  return opens.toFormat(days === 0 ? words.today : days === 1 ? words.tomorrow : words.date);
}
