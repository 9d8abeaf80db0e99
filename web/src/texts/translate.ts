import format from 'icu-minify/format';
import type en from './en.json';

/** A language is one line here and one file beside this one. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  es: { name: 'Español', locale: 'es' },
  id: { name: 'Bahasa Indonesia', locale: 'id-ID' },
  pt: { name: 'Português (Brasil)', locale: 'pt-BR' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** How numbers and dates are written. A language without a region takes that of the browser: `es-MX`. */
export function localeOf(language: Language): string {
  const { locale } = LANGUAGES[language];
  if (locale.includes('-')) return locale;
  return navigator.languages.find((tag) => tag.startsWith(`${locale}-`)) ?? locale;
}

type Catalogue = typeof en;
/** What loads together: the texts of a page, or of what several pages share. */
export type Area = keyof Catalogue;
/** A part of an area, such as `inbox.page`. */
export type Namespace = { [A in Area]: `${A}.${keyof Catalogue[A] & string}` }[Area];
export type Key<N extends Namespace> = N extends `${infer A extends Area}.${infer Part}`
  ? keyof Catalogue[A][Part & keyof Catalogue[A]] & string
  : never;
/** `count` chooses between the forms of a plural. */
export type Values = Readonly<Record<string, string | number>> & { readonly count?: number };
export type Translate<N extends Namespace> = (key: Key<N>, values?: Values) => string;

type Message = Parameters<typeof format>[0];
type Messages = Readonly<Record<string, Message>>;
/** Texts as the build parsed them, by part. */
export type AreaTexts = Readonly<Record<string, Messages>>;

const loaded = new Map<`${Language}.${Area}`, AreaTexts>();

export function addTexts(language: Language, area: Area, texts: AreaTexts): void {
  loaded.set(`${language}.${area}`, texts);
}

/** One text with its values. Numbers look as the language writes them. */
export function translate<N extends Namespace>(
  namespace: N,
  language: Language,
  key: Key<N>,
  values: Values = {},
): string {
  const locale = localeOf(language);
  const message = messagesOf(namespace, language)[key] ?? key;
  const shown = Object.entries(values).map(([name, value]) =>
    // A plural needs the number.
    typeof value === 'number' && name !== 'count' ? [name, value.toLocaleString(locale)] : [name, value],
  );
  return String(format(message, locale, Object.fromEntries(shown), { formatters: FORMATTERS }));
}

/** Whether a code of the gateway has a text here. All languages have the same texts. */
export function hasText<N extends Namespace>(namespace: N, code: string): code is Key<N> {
  return LANGUAGE_CODES.some((language) => Object.hasOwn(messagesOf(namespace, language), code));
}

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]; // the keys of a constant

function messagesOf(namespace: Namespace, language: Language): Messages {
  const [area, part = ''] = namespace.split('.') as [Area, string]; // as the type is made
  return loaded.get(`${language}.${area}`)?.[part] ?? {};
}

const FORMATTERS = {
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...of),
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
};
