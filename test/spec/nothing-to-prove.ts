/** What describes nothing that a caller could see, and why. */
export const NOTHING_TO_PROVE: Record<string, string> = {
  'This document covers the whole service': 'It says what the document is.',
  'What the service does > 8': 'It says what is no part of the API.',
  'Resources and their fields > Contact > Other fields of the contact record': 'It names no field.',
};
