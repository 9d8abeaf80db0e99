import { type Document, METHODS } from '../../src/app/reference/open-api.ts';
import { API_ERRORS } from '../../src/platform/lib/error-codes.ts';

/** A code of this number of calls or more does not list them. */
const MANY = 6;

/** `docs/error-codes.md`: every code with its status, its message, and the calls that answer it. */
export function renderErrorCodes(document: Document): string {
  const calls = callsByCode(document);
  const rows = Object.entries(API_ERRORS).map(
    ([code, [status, message]]) =>
      `| \`${code}\` | ${status} | ${message} | ${where(calls.get(code) ?? [])} |`,
  );
  return `# Error codes

All error codes of the API, by HTTP status. [Errors](errors.md) says how a client reacts to them. This page is
generated from the routes by \`npm run docs\`.

| Code | HTTP | Message | Calls |
|---|---|---|---|
${rows.join('\n')}
`;
}

function where(calls: string[]): string {
  if (calls.length === 0) return 'requests that match no call, and calls outside `/v1`';
  if (calls.length >= MANY) return 'many calls; `/docs` lists them';
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
