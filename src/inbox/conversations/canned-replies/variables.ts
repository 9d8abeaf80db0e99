import { contactValue, type NamedContact } from '../../../gateway/contacts/named-contact.ts';
import { fieldNamed, PLACEHOLDER } from '../../../gateway/contacts/placeholders.ts';

/** In double braces. */
export const VARIABLES = [
  'customer.name',
  'customer.first_name',
  'customer.phone',
  'agent.name',
  'device.label',
] as const;
export type Variable = (typeof VARIABLES)[number];

/** Values have at most some hundred characters. */
export const MAX_VARIABLES = 20;
const MAX_REPORTED = 3;
const MAX_NAME = 40;

/** `{nama}` is for broadcasts, so it must not be sent as it stands. */
const WRITTEN = new RegExp(`${PLACEHOLDER}|\\{nama\\}`, 'g');
const OF_BROADCASTS: Variable = 'customer.name';
/** Stands for each field of contacts. */
export const CONTACT_FIELD = 'contact.FIELD';

/** Before saving. `placeholderProblem` compares fields of contacts with those of the account. */
export function problemsOf(
  text: string,
  allowed: readonly string[] = [...VARIABLES, CONTACT_FIELD],
): string[] {
  const isKnown = (name: string) =>
    fieldNamed(name) === null ? allowed.includes(name) : allowed.includes(CONTACT_FIELD);
  const names = [...text.matchAll(WRITTEN)].map(([, name = OF_BROADCASTS]) => name.trim());
  const unknown = [...new Set(names.filter((name) => !isKnown(name)))].slice(0, MAX_REPORTED);
  return [
    ...unknown.map(
      (name) => `has no variable "${[...name].slice(0, MAX_NAME).join('')}": use ${allowed.join(', ')}`,
    ),
    ...(text.replace(WRITTEN, '').includes('{{') ? ['has {{ without a variable and }}'] : []),
    ...(names.length > MAX_VARIABLES ? [`must have at most ${MAX_VARIABLES} variables`] : []),
  ];
}

/** Null: no value. */
export type Values = Readonly<Record<Variable, string | null>>;

/** A network without a name gives the number as the name. */
export function valuesOf(
  chat: { person_name: string | null; phone: string; device_label: string | null },
  agent: string | null,
): Values {
  const name = /\p{L}/u.test(chat.person_name ?? '') ? (chat.person_name?.trim() ?? null) : null;
  return {
    'customer.name': name,
    'customer.first_name': name && (name.split(/\s+/u)[0] ?? null),
    'customer.phone': /^\d+$/.test(chat.phone) ? chat.phone : null,
    'agent.name': agent,
    'device.label': chat.device_label,
  };
}

interface Filling {
  /** Null: the fields of contacts have no value. */
  contact?: NamedContact | null;
  spell?(value: string): string;
}

/**
 * With values, or fallbacks after `|`. `missing`: variables with neither; their places stay empty.
 * Values are never read as variables. `spell` writes a value.
 */
export function render(
  text: string,
  values: Values,
  { contact = null, spell = (value) => value }: Filling = {},
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const valueNamed = (name: string): string | null => {
    const field = fieldNamed(name);
    if (field !== null) return contact ? contactValue(contact, field) : '';
    return isVariable(name) ? values[name] : null;
  };
  const rendered = text.replace(WRITTEN, (_, written: string = OF_BROADCASTS, fallback?: string) => {
    const name = written.trim();
    if (!isVariable(name) && fieldNamed(name) === null) return '';
    const value = spell(valueNamed(name) ?? '').trim() || fallback?.trim();
    if (!value) missing.add(name);
    return value ?? '';
  });
  return { text: rendered, missing: [...missing] };
}

const isVariable = (name: string): name is Variable => VARIABLES.some((each) => each === name);
