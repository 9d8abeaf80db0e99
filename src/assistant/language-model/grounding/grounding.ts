import type { Language } from '../../languages/language.ts';
import { takeAmounts, takeListNumbers } from './amounts.ts';
import { takeDates } from './calendar.ts';
import { takeTimes } from './clock-times.ts';
import { takeAddresses, takePhones } from './contacts.ts';
import { type Fact, Scan } from './fact.ts';
import { normalForm } from './normal-form.ts';
import { notePromises } from './promises.ts';
import { takeRates } from './rates.ts';
import { takeWeekdays } from './weekdays.ts';

/** How numbers, dates and phone numbers are written. */
export interface Local {
  countryCode: string;
  /** Whose words count. */
  mix: readonly Language[];
}

/** Of the answer, without proof in a source. */
export function ungrounded(answer: string, sources: readonly string[], local: Local): string[] {
  const claims = readFacts(answer, local).facts;
  if (claims.length === 0) return [];
  const proofs = new Set(sources.flatMap((source) => offersOf(readFacts(source, local).facts)));
  return unproven(claims, proofs);
}

export function unproven(claims: readonly Fact[], proofs: ReadonlySet<string>): string[] {
  const wrong = claims.filter(({ accepts }) => !accepts.some((key) => proofs.has(key)));
  return [...new Set(wrong.map(({ text }) => text.trim()))];
}

export const offersOf = (facts: readonly Fact[]): string[] => facts.flatMap(({ offers }) => offers);

/** In this order: each kind takes its text. `rest`: other words. */
export function readFacts(
  text: string,
  { countryCode, mix }: Local,
): { facts: readonly Fact[]; rest: string } {
  const scan = new Scan(normalForm(text), mix);
  takeListNumbers(scan);
  takeAddresses(scan);
  takeDates(scan);
  takeTimes(scan);
  takePhones(scan, countryCode);
  takeWeekdays(scan);
  takeRates(scan);
  takeAmounts(scan);
  notePromises(scan);
  return { facts: scan.facts, rest: scan.rest };
}
