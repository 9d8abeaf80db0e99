import type { OutboundTemplate } from '../engines/engine.ts';
import type { TemplateContent } from '../engines/templates.ts';
import { render, type Variable, variablesOf } from './variables.ts';

/** A template with a checked value for each of its variables. Stored as JSON by broadcasts. */
export interface ApprovedTemplate {
  name: string;
  language: string;
  content: TemplateContent;
  /** By the keys of the variables. */
  values: Readonly<Record<string, string>>;
}

/** What a message of a template stores: its text for people, and the template for the engine. */
export interface ComposedTemplate {
  body: string;
  template: OutboundTemplate;
}

/** `write` makes the value of one message from the checked one. */
export function fill(
  { name, language, content, values }: ApprovedTemplate,
  write: (value: string, type: Variable['type']) => string = (value) => value,
): ComposedTemplate {
  const wanted = variablesOf(content);
  const written = new Map(wanted.map(({ key, type }) => [key, write(values[key] ?? '', type)]));
  const variables = wanted.map(({ key, fill: fillOne }) => fillOne(written.get(key) ?? ''));
  return { body: render(content, written), template: { name, language, variables } };
}
