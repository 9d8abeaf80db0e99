import type { z } from 'zod';
import { FieldErrors } from './errors.ts';
import { nearestName } from './nearest-name.ts';

export const MAX_FIELDS = 50;
/** In characters. */
const MAX_GUESSED = 40;

/** After those of the route's schema. */
export function checkFields<Fields>(schema: z.ZodType<Fields>, data: unknown): Fields | FieldErrors {
  const parsed = schema.safeParse(data, { error: issueText });
  return parsed.success ? parsed.data : fieldErrorsOf(parsed.error);
}

/** By dotted path (`interactive.buttons.0.title`); the whole value under `root`. */
export function fieldErrorsOf(error: z.ZodError, root = 'body'): FieldErrors {
  const fields = new Map<string, string[]>();
  const add = (path: PropertyKey[], text: string) => {
    const field = path.map(String).join('.') || root;
    const texts = fields.get(field);
    if (texts) texts.push(text);
    else if (fields.size < MAX_FIELDS) fields.set(field, [text]);
  };
  const addIssue = (issue: z.core.$ZodIssue, parent: readonly PropertyKey[]) => {
    const path = [...parent, ...issue.path];
    const inside = issue.code === 'invalid_union' ? fittingErrors(issue.errors) : null;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...path, key], 'is not known');
    else if (inside) for (const each of inside) addIssue(each, path);
    else add(path, issue.message);
  };
  for (const issue of error.issues) addIssue(issue, []);
  return new FieldErrors(Object.fromEntries(fields));
}

/** Of the only union member that takes this type. */
function fittingErrors(members: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | null {
  const isOtherType = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
  const [fitting, ...more] = members.filter((issues) => !issues.some(isOtherType));
  return fitting === undefined || more.length > 0 ? null : fitting;
}

/** Without the field's name. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return oneOf(issue.values, issue.input);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is required';
      return boundText(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return boundText(issue.origin, 'at most', issue.maximum);
    case 'invalid_union':
      return issue.inclusive === false ? 'is not valid' : unionText(issue);
    default:
      return undefined;
  }
}

function unionText(issue: {
  options?: unknown[];
  discriminator?: string | undefined;
  input?: unknown;
}): string {
  const { options, discriminator, input } = issue;
  if (!options || discriminator === undefined) return 'is not valid';
  const values = options.filter((value) => value !== undefined);
  return oneOf(values, Object(input)[discriminator]);
}

const MAX_LISTED = 30;

function oneOf(values: readonly unknown[], input: unknown): string {
  const hint = hintOf({ input, values });
  if (values.length > MAX_LISTED) return `must be one of ${values.length} known values${hint}`;
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}${hint}`;
}

/** `startsWith` means `starts`, `exatc` means `exact`. */
function hintOf({ input, values }: { input?: unknown; values: readonly unknown[] }): string {
  if (typeof input !== 'string' || input.length > MAX_GUESSED) return '';
  const words = values.filter((value) => typeof value === 'string');
  const parts = input
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const meant = words.find((word) => parts.includes(word)) ?? nearestName(input, words);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Record<string, string> = {
  url: 'must be a URL',
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  datetime: 'must be an ISO 8601 timestamp',
};

function boundText(origin: string, bound: 'at least' | 'at most', limit: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} items`;
  return `must be ${bound} ${limit}`;
}
