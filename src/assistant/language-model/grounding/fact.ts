import type { Language } from '../../languages/language.ts';

/** A number, price, link, phone number, date, time or e-mail. */
export interface Fact {
  /** In the normal form. */
  text: string;
  /** What it proves in a source. */
  offers: readonly string[];
  /** Any of these keys proves it. */
  accepts: readonly string[];
}

/** One kind after the other: a date is not read as numbers again. */
export class Scan {
  readonly facts: Fact[] = [];
  readonly mix: readonly Language[];
  #rest: string;

  constructor(text: string, mix: readonly Language[]) {
    this.#rest = text;
    this.mix = mix;
  }

  get rest(): string {
    return this.#rest;
  }

  /** Null: not of this kind, the text stays. */
  take(pattern: RegExp, read: (match: Match) => readonly Fact[] | null): void {
    this.#rest = this.#rest.replace(pattern, (...found) => {
      const match = matchOf(found);
      const facts = read(match);
      if (facts === null) return match.text;
      this.facts.push(...facts);
      return TAKEN;
    });
  }
}

export interface Match {
  text: string;
  groups: Readonly<Record<string, string | undefined>>;
  before: string;
  after: string;
}

/** Its neighbours do not join. */
const TAKEN = ' \uE000 ';
const BEFORE = 24;
const AFTER = 24;

/** The last arguments of `replace`: offset, text, named groups. */
function matchOf(found: readonly unknown[]): Match {
  const last = found.at(-1);
  const hasGroups = typeof last === 'object' && last !== null;
  const whole = String(found.at(hasGroups ? -2 : -1));
  const offset = Number(found.at(hasGroups ? -3 : -2));
  const text = String(found[0]);
  return {
    text,
    groups: hasGroups ? (last as Match['groups']) : {}, // the named groups of a match are texts
    before: whole.slice(Math.max(0, offset - BEFORE), offset),
    after: whole.slice(offset + text.length, offset + text.length + AFTER),
  };
}

/** It proves itself. */
export const plain = (text: string, key: string): Fact => ({ text, offers: [key], accepts: [key] });
