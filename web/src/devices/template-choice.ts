import type { Schema } from '../api/schemas.ts';

type Template = Schema<'Template'>;
type SentTemplate = Schema<'SentTemplate'>;
export type Values = Readonly<Record<string, string>>;

/** What the user has chosen: the first template until then. */
export interface TemplateChoice {
  key: string;
  values: Values;
  /** The uploaded file of the header. */
  file?: string | undefined;
}

/** Only own values: a variable may be named `constructor`. */
export const valueIn = (values: Values, key: string): string =>
  (Object.hasOwn(values, key) ? values[key] : undefined) ?? '';

export const NO_CHOICE: TemplateChoice = { key: '', values: {} };

export const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>) => `${name} (${language})`;

/** Undefined: the chosen one cannot be sent any more, such as a paused one. */
export const chosenOf = (templates: readonly Template[], { key }: TemplateChoice): Template | undefined =>
  key === '' ? templates[0] : templates.find((each) => keyOf(each) === key);

/** Of a header. */
const FILES: readonly string[] = ['image', 'video', 'document'];

/** Also with missing values. Null without a template. */
export function writtenTemplate(templates: readonly Template[], choice: TemplateChoice): SentTemplate | null {
  const template = chosenOf(templates, choice);
  if (!template) return null;
  const { name, language, variables } = template;
  const { file } = choice;
  const isGiven = (type: string) => file !== undefined && FILES.includes(type);
  const values = variables.flatMap(({ key, type, required }) => {
    const value = valueIn(choice.values, key);
    return !isGiven(type) && (required || value !== '') ? [[key, value]] : [];
  });
  const hasFile = variables.some(({ type }) => isGiven(type));
  return {
    name,
    language,
    variables: Object.fromEntries(values),
    ...(hasFile && file !== undefined && { header_media_id: file }),
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
  template ? { key: keyOf(template), values: template.variables, file: template.header_media_id } : NO_CHOICE;
