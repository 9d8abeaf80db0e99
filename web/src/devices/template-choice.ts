import type { Schema } from '../api/schemas.ts';

type Template = Schema<'Template'>;
type SentTemplate = Schema<'SentTemplate'>;
export type Values = Readonly<Record<string, string>>;

/** What the user has chosen: the first template until then. */
export interface TemplateChoice {
  key: string;
  values: Values;
}

/** Only own values: a variable may be named `constructor`. */
export const valueIn = (values: Values, key: string): string =>
  (Object.hasOwn(values, key) ? values[key] : undefined) ?? '';

export const NO_CHOICE: TemplateChoice = { key: '', values: {} };

export const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>) => `${name} (${language})`;

/** Undefined: the chosen one cannot be sent any more, such as a paused one. */
export const chosenOf = (templates: readonly Template[], { key }: TemplateChoice): Template | undefined =>
  key === '' ? templates[0] : templates.find((each) => keyOf(each) === key);

/** Also with missing values. Null without a template. */
export function writtenTemplate(templates: readonly Template[], choice: TemplateChoice): SentTemplate | null {
  const template = chosenOf(templates, choice);
  if (!template) return null;
  const { name, language, variables } = template;
  return {
    name,
    language,
    variables: Object.fromEntries(
      variables.flatMap(({ key, required }) => {
        const value = valueIn(choice.values, key);
        return required || value !== '' ? [[key, value]] : [];
      }),
    ),
  };
}

export const isFilled = ({ variables }: SentTemplate): boolean =>
  Object.values(variables).every((value) => value.trim() !== '');

/** The message. Null while a value is missing. */
export function filledTemplate(templates: readonly Template[], choice: TemplateChoice): SentTemplate | null {
  const template = writtenTemplate(templates, choice);
  return template && isFilled(template) ? template : null;
}

export const choiceOf = (template: SentTemplate | null): TemplateChoice =>
  template ? { key: keyOf(template), values: template.variables } : NO_CHOICE;
