import { isDeepStrictEqual } from 'node:util';
import type { Expected, FlowTranscript } from './simulation-schema.ts';

const MAX_DIFFERENCES = 50;

export type Difference = NonNullable<FlowTranscript['differences']>[number];
type Played = Pick<FlowTranscript, 'entries' | 'state' | 'variables'>;

/** What customers and other systems would see differently. Names of nodes, and their number, may change. */
export function differencesFrom(expected: Expected, actual: Played): Difference[] {
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

/** What a later run is compared with. */
export function expectedFrom({ entries, state, variables }: Played): Expected {
  const seen = entries.filter(({ event }) => event !== 'node');
  return { entries: seen.map(({ event, details }) => ({ event, details })), state, variables };
}

/** Each event, then the end. As JSON: a transcript comes back as a request. */
function seenIn({ entries, state, variables }: Expected): unknown[] {
  const events = entries
    .filter(({ event }) => event !== 'node')
    .map(({ event, details }) => ({ event, details: withoutTimes(details) }));
  return JSON.parse(JSON.stringify([...events, { state, variables }]));
}

/** A wait ends at another time in each simulation. */
function withoutTimes({ until: _, ...details }: Readonly<Record<string, unknown>>) {
  return details;
}
