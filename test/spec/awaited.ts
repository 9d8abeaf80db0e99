/** Parts of the service that are not built yet. */
type Part = 'entry points';

/** Clauses that no test can prove yet, and the part that they wait for. Built parts have tests. */
export const AWAITED: Record<string, Part> = {
  'What the service does > 7': 'entry points',
};

/** What describes nothing that a caller could see, and why. */
export const NOTHING_TO_PROVE: Record<string, string> = {
  'This document covers the whole service': 'It says what the document is.',
  'What the service does > 8': 'It says what is no part of the API.',
  'Resources and their fields > Contact > Other fields of the contact record': 'It names no field.',
};
