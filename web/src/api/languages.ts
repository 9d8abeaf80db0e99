/** The languages in which the gateway itself speaks to customers and users. The dashboard may have others. */
export const GATEWAY_LANGUAGES = [
  ['en', 'English'],
  ['id', 'Bahasa Indonesia'],
  ['pt', 'Português (Brasil)'],
  ['es', 'Español'],
] as const;
/** In which the assistant speaks. */
export const ASSISTANT_LANGUAGES = [GATEWAY_LANGUAGES[0], GATEWAY_LANGUAGES[1]] as const;
export type AssistantLanguage = (typeof ASSISTANT_LANGUAGES)[number][0];

export const languageName = (code: AssistantLanguage): string =>
  new Map<string, string>(GATEWAY_LANGUAGES).get(code) ?? code;
