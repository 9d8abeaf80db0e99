import { isDeepStrictEqual } from 'node:util';
import type { FlowTranscript, SimulateFlow } from './simulation-schema.ts';

const MAX_DIFFERENCES = 50;

type Expected = NonNullable<SimulateFlow['expected']>;
type Difference = NonNullable<FlowTranscript['differences']>[number];

/** What customers and other systems would see differently. Names of nodes, and their number, may change. */
export function differencesFrom(
  expected: Expected,
  actual: Omit<FlowTranscript, 'differences'>,
): Difference[] {
  const [before, after] = [seenIn(expected), seenIn(actual)];
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place);
  return places
    .filter((place) => !isDeepStrictEqual(before[place], after[place]))
    .slice(0, MAX_DIFFERENCES)
    .map((place) => ({
      place,
      ...(place < before.length && { expected: before[place] }),
      ...(place < after.length && { actual: after[place] }),
    }));
}

/** Each event, then the end. As JSON: a transcript comes back as a request. */
function seenIn({ entries, state, variables }: Pick<Expected, 'entries' | 'state' | 'variables'>): unknown[] {
  const events = entries
    .filter(({ event }) => event !== 'node')
    .map(({ event, details }) => ({ event, details: withoutTimes(details) }));
  return JSON.parse(JSON.stringify([...events, { state, variables }]));
}

/** A wait ends at another time in each simulation. */
function withoutTimes({ until: _, ...details }: Readonly<Record<string, unknown>>) {
  return details;
}
