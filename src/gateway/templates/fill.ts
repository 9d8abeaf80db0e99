import type { ContentDetails } from '../engines/content-kinds.ts';
import type { OutboundTemplate } from '../engines/engine.ts';
import type { TemplateContent } from '../engines/templates.ts';
import { choicesOf, render, type Variable, variablesOf } from './variables.ts';

/** A template with checked values for its variables. Stored as JSON by broadcasts. */
export interface ApprovedTemplate {
  name: string;
  language: string;
  /** Missing in broadcasts of earlier versions. */
  category?: string;
  content: TemplateContent;
  /** By the keys of the variables. */
  values: Readonly<Record<string, string>>;
}

/** What a message of a template stores: its text for people, and the template for the engine. */
export interface ComposedTemplate {
  body: string;
  template: OutboundTemplate;
  /** Its buttons, as the customer sees them. Null without buttons. */
  details: Pick<ContentDetails, 'choices'> | null;
}

/** Of a value. The provider refuses longer ones. */
export const MAX_VALUE = 1_024;

/** How a part of a value is written: `spell` is for what a person gives, such as a name. */
export interface Spelling {
  max?: number;
  spell(given: string): string;
}

/** `write` makes the value of one message from the checked one. */
export function fill(
  { name, language, content, values }: ApprovedTemplate,
  write: (value: string, type: Variable['type']) => string = (value) => value,
): ComposedTemplate {
  const wanted = variablesOf(content);
  const written = new Map(
    wanted.map(({ key, type }) => [key, values[key] === undefined ? '' : write(values[key], type)]),
  );
  const variables = wanted.map(({ key, fill: fillOne }) => fillOne(written.get(key) ?? ''));
  const choices = choicesOf(content, written);
  return {
    body: render(content, written),
    template: { name, language, variables },
    details: choices.length > 0 ? { choices } : null,
  };
}

/** With values of one person. One that is blank is refused by the provider. */
export function fillFor(
  approved: ApprovedTemplate,
  write: (value: string, how: Spelling) => string,
): ComposedTemplate & { isBlank: boolean } {
  let isBlank = false;
  const filled = fill(approved, (value, type) => {
    const written = write(value, ADDRESSES.has(type) ? IN_URL : IN_TEXT);
    isBlank ||= written.trim() === '';
    return written;
  });
  return { ...filled, isBlank };
}

/** Values in which a name is a part of an address. */
const ADDRESSES: ReadonlySet<Variable['type']> = new Set(['url', 'image', 'video', 'document'] as const);
/** The provider refuses line breaks. */
const oneLine = (given: string) => given.replace(/\s+/gu, ' ');
const IN_TEXT: Spelling = { max: MAX_VALUE, spell: oneLine };
const IN_URL: Spelling = { spell: (given) => encodeURIComponent(oneLine(given).toWellFormed()) };
