import { takeAmounts, takeListNumbers } from './amounts.ts';
import { takeDates } from './calendar.ts';
import { takeTimes } from './clock-times.ts';
import { takeAddresses, takePhones } from './contacts.ts';
import { type Fact, plain, Scan } from './fact.ts';
import { normalForm } from './normal-form.ts';
import { takeWeekdays } from './weekdays.ts';

const FREE_WORDS = 'gratis|cuma-cuma|tanpa biaya|bebas biaya|bebas ongkir|free of charge|complimentary';
const FREE = new RegExp(`(?<!\\p{L})(?:${FREE_WORDS}|(?<!(?:feel|sugar|hands)[ -])free)(?!\\p{L})`, 'gu');

/** Numbers, prices, links, phone numbers, dates, times and e-mails of the answer that no source proves. */
export function ungrounded(answer: string, sources: readonly string[]): string[] {
  const claims = factsOf(answer);
  if (claims.length === 0) return [];
  const proofs = new Set(sources.flatMap((source) => factsOf(source).flatMap(({ offers }) => offers)));
  const wrong = claims.filter(({ accepts }) => !accepts.some((key) => proofs.has(key)));
  return [...new Set(wrong.map(({ text }) => text.trim()))];
}

/** Each kind takes its text away from those that follow. */
function factsOf(text: string): readonly Fact[] {
  const scan = new Scan(normalForm(text));
  takeListNumbers(scan);
  takeAddresses(scan);
  takeDates(scan);
  takeTimes(scan);
  takePhones(scan);
  takeWeekdays(scan);
  takeAmounts(scan);
  scan.take(FREE, ({ text: written }) => [plain(written, 'free')]);
  return scan.facts;
}
