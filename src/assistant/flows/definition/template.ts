import { fieldNamed, PLACEHOLDER as WRITTEN } from '../../../gateway/contacts/placeholders.ts';
import { CONTACT_FIELD } from '../../../inbox/conversations/canned-replies/variables.ts';

/**
 * What a text of a flow can have in double braces, beside `var.NAME`, fields of the contact, and `secret.NAME` in
 * headers of requests.
 */
const FLOW_VALUES = [
  'customer.name',
  'customer.first_name',
  'customer.phone',
  'device.label',
  'entry_point.name',
  'entry_point.id',
  'entry_point.ad_id',
  'message.text',
  'flow.now_date',
  'flow.now_time',
] as const;

export const VARIABLE_NAME = /^[a-z][a-z0-9_]{0,39}$/;
export const BAD_NAME = 'must have 1 to 40 characters of a-z, 0-9 and _, and begin with a letter';

/** Bounds a rendered text. */
const MAX_PLACEHOLDERS = 20;
const MAX_REPORTED = 3;
const MAX_SHOWN = 40;

export interface Placeholder {
  source: 'value' | 'contact' | 'var' | 'secret';
  /** One of FLOW_VALUES, or the name of the field, variable or secret. */
  name: string;
  /** After `|`. */
  fallback: string | null;
}

const PLACEHOLDER = new RegExp(WRITTEN, 'g');

/** The text in its order. A placeholder that is not known is an empty text: publishing refuses it. */
export function partsOf(template: string): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const { 0: written, 1: name = '', 2: fallback = null, index } of template.matchAll(PLACEHOLDER)) {
    if (index > end) parts.push(template.slice(end, index));
    const known = readName(name.trim());
    if (known) parts.push({ ...known, fallback: fallback?.trim() ?? null });
    end = index + written.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
}

export function placeholdersOf(template: string): Placeholder[] {
  return partsOf(template).filter((part) => typeof part !== 'string');
}

/** Problems of a text on its own. Names of variables are checked with the whole flow. */
export function templateProblems(template: string, { secrets = false } = {}): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
  const isUnknown = (name: string) => {
    const source = readName(name)?.source;
    return source === undefined || (source === 'secret' && !secrets);
  };
  const unknown = [...new Set(names.filter(isUnknown))].slice(0, MAX_REPORTED);
  const known = [...FLOW_VALUES, CONTACT_FIELD, 'var.NAME', ...(secrets ? ['secret.NAME'] : [])].join(', ');
  return [
    ...unknown.map((name) => `has no value "${[...name].slice(0, MAX_SHOWN).join('')}": use ${known}`),
    ...(template.replace(PLACEHOLDER, '').includes('{{') ? ['has {{ without a name and }}'] : []),
    ...(names.length > MAX_PLACEHOLDERS ? [`must have at most ${MAX_PLACEHOLDERS} values in braces`] : []),
  ];
}

function readName(written: string): Omit<Placeholder, 'fallback'> | null {
  if (FLOW_VALUES.some((name) => name === written)) return { source: 'value', name: written };
  const field = fieldNamed(written);
  if (field !== null) return { source: 'contact', name: field };
  const [, source, name = ''] = /^(var|secret)\.(.*)$/.exec(written) ?? [];
  if (!VARIABLE_NAME.test(name)) return null;
  if (source === 'var') return { source, name };
  return source === 'secret' ? { source, name } : null;
}
