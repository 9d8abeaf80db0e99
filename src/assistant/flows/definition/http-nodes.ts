import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { nodeId, template, templateUrl, variableName } from './fields.ts';
import { node } from './node.ts';
import { templateProblems } from './template.ts';

const MAX_HEADERS = 20;
const MAX_HEADER_VALUE = 1_000;
const MAX_JSON = 16_384;
const MAX_JSON_DEPTH = 10;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** They belong to the connection. */
const RESERVED = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
];
/** Keys and places: `data.items.0.name`. */
const PATH = /^[^.\s]+(\.[^.\s]+)*$/;

const Header = z.object({
  name: z
    .string()
    .regex(HEADER, 'must be a name of a header')
    .refine((name) => !RESERVED.includes(name.toLowerCase()), 'is set by Kurir'),
  value: template({ max: MAX_HEADER_VALUE, secrets: true })
    .refine((text) => /^[\x20-\x7e\x80-\uffff]*$/.test(text), 'must be one line')
    .meta({
      maxLength: MAX_HEADER_VALUE,
      description: 'May have secrets of the account: `Bearer {{secret.shop_key}}`.',
    }),
});

const Saved = z.object({
  path: requiredString(200)
    .regex(PATH, 'must be keys with dots between them')
    .meta({ description: 'Place in the JSON of the answer.', examples: ['data.items.0.name'] }),
  variable: variableName(),
});

export const HttpRequest = node('http_request', {
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: templateUrl().meta({ description: 'The server is fixed. Values in braces are encoded for URLs.' }),
  headers: list(Header, { max: MAX_HEADERS }).default([]),
  json: z.unknown().superRefine(checkJson).optional().meta({
    description:
      'The body, with values in braces in its texts. A text that is one value in braces has the type of the value.',
  }),
  save: list(Saved, { max: 20 }).default([]),
  succeeded: nodeId().meta({ description: 'After a status from 200 to 299.' }),
  failed: nodeId(),
});

export const Contact = node('contact', {
  name: template({ max: 255 }).nullish(),
  email: template({ max: 254 }).nullish(),
  add_tags: list(template({ max: 100 }), { max: 20 }).default([]),
  remove_tags: list(template({ max: 100 }), { max: 20 })
    .default([])
    .meta({ description: 'A tag in both lists is removed.' }),
  next: nodeId(),
});

function checkJson(json: unknown, check: z.RefinementCtx): void {
  const refuse = (message: string) => check.addIssue({ code: 'custom', message });
  if (json === undefined) return;
  const problems = textProblems(json, 0);
  for (const problem of new Set(problems.slice(0, 3))) refuse(problem);
  if (problems.length === 0 && JSON.stringify(json).length > MAX_JSON) {
    refuse(`must have at most ${MAX_JSON} characters`);
  }
}

function textProblems(value: unknown, depth: number): string[] {
  if (depth > MAX_JSON_DEPTH) return [`must have at most ${MAX_JSON_DEPTH} levels`];
  if (typeof value === 'string') return templateProblems(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => textProblems(part, depth + 1));
}
