import { LANGUAGES } from '../texts/translate.ts';

/** The languages in which the gateway itself speaks to customers and users. The dashboard may have more. */
export const GATEWAY_LANGUAGES = [
  ['en', LANGUAGES.en.name],
  ['id', LANGUAGES.id.name],
] as const;
