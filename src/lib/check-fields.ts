import type { z } from 'zod';
import { FieldErrors } from './errors.ts';

/** Limits the answer to a large body. */
const MAX_FIELDS = 50;

/** For checks after those of the route's schema. */
export function checkFields<Fields>(schema: z.ZodType<Fields>, data: unknown): Fields | FieldErrors {
  const parsed = schema.safeParse(data, { error: issueText });
  return parsed.success ? parsed.data : fieldErrorsOf(parsed.error);
}

/** Words of a command line, as the API takes them. Throws FieldErrors. */
export function requireFields<Fields>(schema: z.ZodType<Fields>, data: unknown): Fields {
  const checked = checkFields(schema, data);
  if (checked instanceof FieldErrors) throw checked;
  return checked;
}

/** By dotted path (`interactive.buttons.0.title`); errors of the whole value under `root`. */
export function fieldErrorsOf(error: z.ZodError, root = 'body'): FieldErrors {
  const fields = new Map<string, string[]>();
  const add = (path: PropertyKey[], text: string) => {
    const field = path.map(String).join('.') || root;
    const texts = fields.get(field);
    if (texts) texts.push(text);
    else if (fields.size < MAX_FIELDS) fields.set(field, [text]);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], 'is not known');
    else add(issue.path, issue.message);
  }
  return new FieldErrors(Object.fromEntries(fields));
}

/** Without the name of the field. A text of the schema replaces it. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'is required';
      return boundText(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return boundText(issue.origin, 'at most', issue.maximum);
    case 'invalid_union':
      return 'is not valid';
    default:
      return undefined;
  }
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
