import type { ReaderLanguage } from '../../platform/lib/http/reader-language.ts';

const FIRST_TEXT = {
  en: 'Hello, I have a question.',
  id: 'Halo, saya mau bertanya.',
  pt: 'Olá, tenho uma dúvida.',
  es: 'Hola, tengo una consulta.',
} as const satisfies Record<ReaderLanguage, string>;

/** What a visitor of a widget finds in the messaging app: a code alone would look like a mistake. */
export const firstText = (text: string, language: ReaderLanguage): string => text || FIRST_TEXT[language];
