import { API_ERRORS } from '../../src/lib/errors.ts';
import { type Document, METHODS } from '../../src/reference/open-api.ts';

/** From so many calls on, a code concerns all of them. */
const MANY = 6;

/** `docs/error-codes.md`: every code with its status, its words, and the calls that know it. */
export function renderErrorCodes(document: Document): string {
  const calls = callsByCode(document);
  const rows = Object.entries(API_ERRORS).map(
    ([code, [status, message]]) =>
      `| \`${code}\` | ${status} | ${message} | ${where(calls.get(code) ?? [])} |`,
  );
  return `# Error codes

Every code of the API, by HTTP status. [Errors](errors.md) says what to do with them. This page is generated from the routes by
\`npm run docs\`.

| Code | HTTP | Meaning | Where |
|---|---|---|---|
${rows.join('\n')}
`;
}

function where(calls: string[]): string {
  if (calls.length === 0) return 'before a call is recognised, or outside `/v1`';
  if (calls.length >= MANY) return 'all calls that it can concern';
  return calls.map((call) => `\`${call}\``).join(', ');
}

function callsByCode({ paths }: Document): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const contents = Object.values(item[method]?.responses ?? {}).flatMap(({ content }) =>
        Object.values(content ?? {}),
      );
      for (const code of contents.flatMap(({ examples = {} }) => Object.keys(examples))) {
        calls.set(code, [...(calls.get(code) ?? []), `${method.toUpperCase()} ${path}`]);
      }
    }
  }
  return calls;
}
