import openapiTS, { astToString } from 'openapi-typescript';
import { type Document, METHODS, type Operation } from '../../src/app/reference/open-api.ts';

const HEAD = '// Written by `npm run docs` from the routes of staff. Do not edit.\n\n';
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'operationId', 'tags']);

/** The types of all calls below /app/api, for the client of the dashboard: requests and good answers. */
export async function renderApiTypes(document: Document): Promise<string> {
  const slim = withoutWords(document) as Document; // the same shape without optional texts
  for (const item of Object.values(slim.paths)) {
    for (const method of METHODS) keepGoodAnswers(item[method]);
  }
  delete slim.webhooks;
  return HEAD + astToString(await openapiTS(JSON.stringify(slim), { alphabetize: true }));
}

/** Properties of a schema may have the names of texts. */
function withoutWords(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutWords(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => areNames || !WORDS.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutWords(value, !areNames && key === 'properties')]),
  );
}

function keepGoodAnswers(operation: Operation | undefined): void {
  if (!operation) return;
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  operation.responses = Object.fromEntries(
    answers.map(([status, { content }]) => [status, { description: '', ...(content && { content }) }]),
  );
}
