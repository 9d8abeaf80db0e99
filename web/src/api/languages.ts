import { LANGUAGES, type Language } from '../texts/translate.ts';

/** The languages in which the gateway itself speaks to customers and users are those of the dashboard. */
export const GATEWAY_LANGUAGES = Object.entries(LANGUAGES).map(
  ([code, { name }]) => [code as Language, name] as const, // the keys of a constant
);
