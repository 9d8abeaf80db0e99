import { isDeepStrictEqual } from 'node:util';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { NamedExample } from '../../platform/lib/http/documentation.ts';
import { exampleOf } from './example.ts';
import type { Content, Document, Operation, Schema, Schemas } from './open-api.ts';
import { type FieldComplaint, refusalResponses } from './refusals.ts';

export interface DocumentedRoute {
  method: string;
  url: string;
  config?: FastifyContextConfig | undefined;
  schema?: FastifySchema | undefined;
  bodyLimit?: number | undefined;
}

const BODILESS = new Set(['GET', 'HEAD']);
const SUCCESSES: Record<string, string> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done.' };

/** Adds what the schemas of a route lack: errors, headers and examples. */
export function completeOperation(document: Document, operation: Operation, route: DocumentedRoute): void {
  const underV1 = route.url.startsWith('/v1/');
  const { errors = [], asksProof } = route.config ?? {};
  const hasBody = !BODILESS.has(route.method.toUpperCase());
  if (!underV1) operation.security = [];
  addRequestHeaders(operation, route);
  addUpload(operation, route);
  addExamples(document, operation, route);
  operation.responses = {
    ...operation.responses,
    ...refusalResponses({
      codes: [...errors, ...(asksProof && !underV1 ? (['confirm_identity'] as const) : [])],
      underV1,
      hasBody,
      hasId: route.url.includes(':'),
      field: fieldOf(document, operation, hasBody),
    }),
  };
  addResponseHeaders(operation, route);
}

/** A field for the example of field errors. */
function fieldOf(document: Document, operation: Operation, hasBody: boolean): FieldComplaint | null {
  const name = requiredIn(operation.requestBody?.content['application/json']?.schema, document);
  if (name !== undefined) return { name, complaint: 'is required' };
  if (hasBody) return { name: 'body', complaint: 'must be a JSON object' };
  const query = operation.parameters?.filter(({ in: location }) => location === 'query') ?? [];
  const count = query.find(({ schema }) => schema.type === 'integer');
  if (count) return { name: count.name, complaint: 'must be at least 1' };
  const choice = query.find(({ schema }) => schema.enum);
  if (choice) return { name: choice.name, complaint: `must be one of ${choice.schema.enum?.join(', ')}` };
  // A parameter that comes twice is a list.
  return query[0] ? { name: query[0].name, complaint: 'must be a string' } : null;
}

function requiredIn(schema: Schema | undefined, document: Document): string | undefined {
  if (schema?.$ref !== undefined) {
    return requiredIn(
      document.components.schemas[schema.$ref.replace('#/components/schemas/', '')],
      document,
    );
  }
  return schema?.required?.[0] ?? (schema?.oneOf && requiredIn(schema.oneOf[0], document));
}

function addRequestHeaders(operation: Operation, { config }: DocumentedRoute): void {
  const headers = Object.entries(config?.documentation?.requestHeaders ?? {});
  if (headers.length === 0) return;
  const parameters = headers.map(([name, schema]) => ({
    name,
    in: 'header',
    required: !schema.safeParse(undefined).success,
    ...headerOf(schema),
  }));
  operation.parameters = [...parameters, ...(operation.parameters ?? [])];
}

function addUpload(operation: Operation, { config }: DocumentedRoute): void {
  const parts = Object.entries(config?.documentation?.upload ?? {});
  if (parts.length === 0) return;
  const properties = Object.fromEntries(
    parts.map(([name, description]) => [
      name,
      name === 'file'
        ? { type: 'string', contentMediaType: 'application/octet-stream', description }
        : { type: 'string', description },
    ]),
  );
  const schema: Schema = { type: 'object', required: ['file'], properties };
  const example = Object.fromEntries(
    parts.map(([name]) => [name, name === 'file' ? '(bytes)' : 'Syarat garansi']),
  );
  operation.requestBody = { required: true, content: { 'multipart/form-data': { schema, example } } };
}

function addResponseHeaders(operation: Operation, { config }: DocumentedRoute): void {
  const headers = Object.entries(config?.documentation?.responseHeaders ?? {});
  for (const [status, response] of Object.entries(operation.responses)) {
    const sent = headers.filter(([, { statuses }]) => statuses?.includes(Number(status)) ?? status !== '401');
    const found = [
      ...sent.map(([name, { schema }]) => [name, headerOf(schema)]),
      ...(status === '401' ? [['WWW-Authenticate', WWW_AUTHENTICATE]] : []),
      ...(status === '503' ? [['Retry-After', RETRY_AFTER]] : []),
    ];
    if (found.length > 0) response.headers = { ...response.headers, ...Object.fromEntries(found) };
  }
}

const WWW_AUTHENTICATE = {
  description: 'The authentication scheme.',
  schema: { type: 'string', const: 'Bearer' },
};
const RETRY_AFTER = {
  description: 'Seconds to wait before the next request.',
  schema: { type: 'integer', minimum: 1 },
  example: 1,
};

/** OpenAPI expects description and example beside the schema of a header. */
function headerOf(zodSchema: z.ZodType): { description?: string; schema: Schema; example?: unknown } {
  const { $schema, description, examples, ...schema } = z.toJSONSchema(zodSchema, { io: 'input' });
  return {
    ...(description !== undefined && { description }),
    // OpenAPI 3.1 uses JSON Schema 2020-12. Only the types differ.
    schema: schema as Schema,
    ...(Array.isArray(examples) && { example: examples[0] }),
  };
}

function addExamples(document: Document, operation: Operation, { config }: DocumentedRoute): void {
  const { schemas } = document.components;
  const given = config?.documentation;
  const { requestBody, responses } = operation;
  if (requestBody) {
    illustrate(requestBody.content, given?.requestExamples, schemas);
  }
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = SUCCESSES[status] ?? 'Done.';
    for (const media of Object.values(response.content ?? {})) media.schema = named(media.schema, schemas);
    illustrate(response.content, given?.responseExamples?.[Number(status)], schemas);
    const picture = given?.pictures?.[Number(status)];
    // OpenAPI 3.1 describes raw bytes by the media type alone.
    if (picture !== undefined) response.content = { ...response.content, [picture]: {} };
    const text = given?.texts?.[Number(status)];
    if (text) response.content = { [text.type]: { schema: { type: 'string' }, example: text.example } };
    if (given?.files?.includes(Number(status))) response.content = { '*/*': {} };
  }
}

/** Finds the named schema of an answer with another description. */
function named(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  const { description: _, ...bare } = schema ?? {};
  const found = Object.entries(schemas).find(([, { description: __, ...known }]) =>
    isDeepStrictEqual(known, bare),
  );
  return found ? { $ref: `#/components/schemas/${found[0]}` } : schema;
}

function illustrate(
  content: Content | undefined,
  examples: Readonly<Record<string, NamedExample>> | undefined,
  schemas: Schemas,
): void {
  for (const media of Object.values(content ?? {})) {
    if (examples) media.examples = { ...examples };
    else if (media.schema && !media.examples && media.example === undefined) {
      const example = exampleOf(media.schema, schemas);
      if (example !== undefined) media.example = example;
    }
  }
}
