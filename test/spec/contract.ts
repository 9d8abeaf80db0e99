import { test } from 'vitest';
import { clausesOf, readContract } from './contract-document.ts';

const TEXTS = new Map(clausesOf(readContract()).map(({ name, text }) => [name, text]));

/**
 * A test that proves one clause of the contract, in the clause's own words. Call it at the beginning of a line with the name as plain
 * text: `complete.test.ts` reads the sources to find out what is proved.
 */
export function contract(name: string, prove: () => Promise<void> | void): void {
  const text = TEXTS.get(name);
  if (text === undefined) throw new Error(`The contract has no clause called "${name}".`);
  test(`${name}: ${text}`, prove);
}
