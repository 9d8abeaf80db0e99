import { DateTime, type Zone } from 'luxon';
import type { Language } from './settings/settings.ts';

interface Words {
  unknown: string;
  today: string;
  tomorrow: string;
  date: string;
}

/** In quotes: plain text of a format of Luxon. */
const WORDS: Record<Language, Words> = {
  id: {
    unknown: 'secepatnya',
    today: "'hari ini pukul' HH.mm",
    tomorrow: "'besok pukul' HH.mm",
    date: "'hari' cccc, d LLLL, 'pukul' HH.mm",
  },
  en: {
    unknown: 'as soon as possible',
    today: "'today at' HH:mm",
    tomorrow: "'tomorrow at' HH:mm",
    date: "'on' cccc, d LLLL 'at' HH:mm",
  },
};

/** When staff is back, in words of the customer. `opensAt` null: no opening is known. */
export function openingInWords(
  { opensAt, now, zone }: { opensAt: Date | null; now: Date; zone: Zone },
  language: Language,
): string {
  const words = WORDS[language];
  if (!opensAt) return words.unknown;
  const opens = DateTime.fromJSDate(opensAt, { zone }).setLocale(language);
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  const days = Math.round(opens.startOf('day').diff(today, 'days').days);
  return opens.toFormat(days === 0 ? words.today : days === 1 ? words.tomorrow : words.date);
}
