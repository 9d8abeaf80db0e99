import { CONTACT_FIELD, contactValue, type NamedContact } from '../../../gateway/contacts/placeholders.ts';

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
const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}|\{nama\}/g;
const OF_BROADCASTS: Variable = 'customer.name';

/** Names in `contact.`: what the account has is checked beside its rows. */
const OF_CONTACT = new RegExp(`^contact\\.(${CONTACT_FIELD})$`);

/** Before saving. `variables`: the allowed ones. Without them, also fields of contacts. */
export function problemsOf(text: string, variables?: readonly Variable[]): string[] {
  const isKnown = (name: string) =>
    (variables ?? VARIABLES).some((each) => each === name) || (!variables && OF_CONTACT.test(name));
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = OF_BROADCASTS]) => name.trim());
  const unknown = [...new Set(names.filter((name) => !isKnown(name)))].slice(0, MAX_REPORTED);
  const known = [...(variables ?? VARIABLES), ...(variables ? [] : ['contact.FIELD'])].join(', ');
  return [
    ...unknown.map((name) => `has no variable "${[...name].slice(0, MAX_NAME).join('')}": use ${known}`),
    ...(text.replace(PLACEHOLDER, '').includes('{{') ? ['has {{ without a variable and }}'] : []),
    ...(names.length > MAX_VARIABLES ? [`must have at most ${MAX_VARIABLES} variables`] : []),
  ];
}

/** Null: no value. */
export type Values = Readonly<Record<Variable, string | null>>;

/**
 * With values, or fallbacks after `|`. `missing`: variables with neither; their places stay empty.
 * Values are never read as variables.
 */
export function render(
  text: string,
  values: Values,
  contact?: NamedContact | null,
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const valueNamed = (name: string): string | null => {
    const [, field] = OF_CONTACT.exec(name) ?? [];
    if (field !== undefined) return contact ? contactValue(contact, field) : '';
    return isVariable(name) ? values[name] : null;
  };
  const rendered = text.replace(PLACEHOLDER, (_, written: string = OF_BROADCASTS, fallback?: string) => {
    const name = written.trim();
    if (!isVariable(name) && !OF_CONTACT.test(name)) return '';
    const value = valueNamed(name)?.trim() || fallback?.trim();
    if (!value) missing.add(name);
    return value ?? '';
  });
  return { text: rendered, missing: [...missing] };
}

const isVariable = (name: string): name is Variable => VARIABLES.some((each) => each === name);
