import { contactValue, type NamedContact } from '../../../gateway/contacts/named-contact.ts';
import type { Chat } from '../../chat.ts';
import type { Placeholder } from '../definition/template.ts';
import { partsOf } from '../definition/template.ts';
import type { Value, Variables } from './session.ts';

/** Values now, by their names in templates: `customer.name`, `flow.now_date`. */
export type Known = Readonly<Record<string, string | null>>;

export interface Values {
  known: Known;
  variables: Variables;
  /** Null: none has the number, or no template names one. */
  contact: NamedContact | null;
}

type Encode = (value: string) => string;
const asIs: Encode = (value) => value;

/** Through which the customer came last. */
export const entryPointValues = ({
  entry_point: by,
}: {
  entry_point?: Chat['entry_point'] | undefined;
}): Known => ({
  'entry_point.name': by?.name ?? null,
  'entry_point.id': by?.id ?? null,
  'entry_point.ad_id': by?.ad_id ?? null,
});

/** The text with its values, or with the fallbacks after `|`. A value is never read as a placeholder. */
export function fill(template: string, values: Values, encode: Encode = asIs): string {
  return partsOf(template)
    .map((part) => (typeof part === 'string' ? part : encode(textOf(part, values))))
    .join('');
}

/** Secrets stay names: the interpreter never knows them. */
export function fillHeader(template: string, values: Values): (string | { secret: string })[] {
  return partsOf(template).map((part) => {
    if (typeof part === 'string') return part;
    return part.source === 'secret' ? { secret: part.name } : textOf(part, values);
  });
}

/** Null: a value in the path would lead to another path. */
export function fillUrl(template: string, values: Values): string | null {
  let isSafe = true;
  const url = fill(template, values, (value) => {
    if (/^\.{1,2}$/.test(value)) isSafe = false;
    return encodeURIComponent(value.toWellFormed());
  });
  return isSafe ? url : null;
}

/** A text that is one variable keeps the type of its value. */
export function fillJson(json: unknown, values: Values): unknown {
  if (typeof json === 'string') return fillText(json, values);
  if (Array.isArray(json)) return json.map((part: unknown) => fillJson(part, values));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, fillJson(part, values)]));
}

function fillText(text: string, values: Values): Value {
  const [part, ...more] = partsOf(text);
  if (part === undefined || typeof part === 'string' || more.length > 0) return fill(text, values);
  const value = part.source === 'var' ? variableOf(values.variables, part.name) : undefined;
  return value === undefined || value === '' ? textOf(part, values) : value;
}

function textOf({ source, name, fallback }: Placeholder, values: Values): string {
  return String(storedValue(source, name, values) ?? '').trim() || (fallback ?? '');
}

function storedValue(source: Placeholder['source'], name: string, { known, variables, contact }: Values) {
  switch (source) {
    case 'value':
      return known[name];
    case 'var':
      return variableOf(variables, name);
    case 'contact':
      return contact && contactValue(contact, name);
    case 'secret':
      return null;
    default:
      return source satisfies never;
  }
}

/** Only own values: a variable may be named `constructor`. */
export function variableOf(variables: Variables, name: string): Value | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Whether a template, or JSON with templates, names a field of the contact. */
export const needsContact = (template: string): boolean =>
  partsOf(template).some((part) => typeof part !== 'string' && part.source === 'contact');

/** Whether a template asks for the date or the time, which the hours of the device decide. */
export function needsClock(template: string): boolean {
  return partsOf(template).some((part) => typeof part !== 'string' && part.name.startsWith('flow.now_'));
}
