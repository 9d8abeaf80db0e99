import { takeAmounts, takeListNumbers } from './amounts.ts';
import { takeDates } from './calendar.ts';
import { takeTimes } from './clock-times.ts';
import { takeAddresses, takePhones } from './contacts.ts';
import { type Fact, Scan } from './fact.ts';
import { normalForm } from './normal-form.ts';
import { notePromises } from './promises.ts';
import { takeRates } from './rates.ts';
import { takeWeekdays } from './weekdays.ts';

/** Numbers, prices, links, phone numbers, dates, times, e-mails and promises of the answer that no source proves. */
export function ungrounded(answer: string, sources: readonly string[]): string[] {
  const claims = readFacts(answer).facts;
  if (claims.length === 0) return [];
  const proofs = new Set(sources.flatMap((source) => offersOf(readFacts(source).facts)));
  return unproven(claims, proofs);
}

/** As they were written, after the normal form. */
export function unproven(claims: readonly Fact[], proofs: ReadonlySet<string>): string[] {
  const wrong = claims.filter(({ accepts }) => !accepts.some((key) => proofs.has(key)));
  return [...new Set(wrong.map(({ text }) => text.trim()))];
}

export const offersOf = (facts: readonly Fact[]): string[] => facts.flatMap(({ offers }) => offers);

/** Each kind takes its text away from those that follow. `rest` has the other words. */
export function readFacts(text: string): { facts: readonly Fact[]; rest: string } {
  const scan = new Scan(normalForm(text));
  takeListNumbers(scan);
  takeAddresses(scan);
  takeDates(scan);
  takeTimes(scan);
  takePhones(scan);
  takeWeekdays(scan);
  takeRates(scan);
  takeAmounts(scan);
  notePromises(scan);
  return { facts: scan.facts, rest: scan.rest };
}
