/** Parts of the service that are not built yet. */
type Part = 'automation';

/** What cannot be proved yet, and the part it waits for. A clause leaves this table when its part is built: then it has a test. */
export const AWAITED: Record<string, Part> = {
  'What the service does > 7': 'automation',
};

/** What describes nothing that a caller could see, and why. */
export const NOTHING_TO_PROVE: Record<string, string> = {
  'This document covers the whole service': 'It says what the document is.',
  'What the service does > 8': 'It says what is no part of the API.',
  'Resources and their fields > Contact > Other fields of the contact record': 'It names no field.',
};
