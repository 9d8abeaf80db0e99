import { test } from 'vitest';
import { clausesOf, readContract } from './contract-document.ts';

const TEXTS = new Map(clausesOf(readContract()).map(({ name, text }) => [name, text]));

/**
 * A test that proves one clause of the contract, with the text of the clause in its title. A call begins its
 * line, and the name is plain text, because `complete.test.ts` reads the sources to find the proved clauses.
 */
export function contract(name: string, prove: () => Promise<void> | void): void {
  const text = TEXTS.get(name);
  if (text === undefined) throw new Error(`The contract has no clause called "${name}".`);
  test(`${name}: ${text}`, prove);
}
