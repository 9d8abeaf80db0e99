/** The languages of the dashboard by their own names. */
export const LANGUAGES = { en: 'English', id: 'Bahasa Indonesia' } as const;
export type Language = keyof typeof LANGUAGES;

/** A text with `{placeholders}`, or the two forms that a number needs: one, and any other. */
export type Text = string | readonly [one: string, other: string];
type Dictionary = Readonly<Record<string, Text>>;

/** The texts of one part of the dashboard, in every language. */
export interface Texts<Key extends string> {
  readonly en: Readonly<Record<Key, Text>>;
  readonly id: Readonly<Record<Key, Text>>;
}

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/** The compiler refuses a key that one of the languages lacks. */
export function defineTexts<const En extends Dictionary>(texts: {
  en: En;
  id: { readonly [Key in keyof En]: Text };
}): Texts<keyof En & string> {
  return texts as unknown as Texts<keyof En & string>; // the same object without the literal types
}

/** One text with its values. `count` chooses between two forms. */
export function translate<Key extends string>(
  texts: Texts<Key>,
  language: Language,
  key: Key,
  values: Values = {},
): string {
  const text = texts[language][key];
  const form = typeof text === 'string' ? text : text[values.count === 1 ? 0 : 1];
  return form.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? hole);
  });
}
