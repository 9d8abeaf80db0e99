import type { RequestBodyOption } from 'openapi-fetch';
import { api, ok } from './client.ts';
import type { paths } from './schema.ts';

const BASE = '/app/api';
const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
type Method = keyof typeof METHODS;

/** The operations by their names, such as `PATCH /labels/{id}`. */
type Of<Verb extends Method> = {
  [Path in keyof paths as Path extends `${typeof BASE}${infer Rest}`
    ? paths[Path][(typeof METHODS)[Verb]] extends undefined
      ? never
      : `${Verb} ${Rest}`
    : never]: paths[Path][(typeof METHODS)[Verb]];
};
type Operations = Of<'GET'> & Of<'POST'> & Of<'PUT'> & Of<'PATCH'> & Of<'DELETE'>;

interface Parameters {
  parameters: { path?: unknown; query?: unknown };
}
type Query<Values> = { [Name in keyof Values]: Values[Name] | undefined | '' };

/** What a call takes: the names of its path, `query` and `body`. Empty values of the query are not sent. */
type Values<Operation> = Operation extends Parameters
  ? {
      [Name in keyof Operation['parameters']['path']]: string | number;
    } & (undefined extends Operation['parameters']['query']
      ? { query?: Query<NonNullable<Operation['parameters']['query']>> }
      : { query: Query<Operation['parameters']['query']> }) &
      RequestBodyOption<Operation> & { signal?: AbortSignal | null }
  : never;

type Json<Body> = { content: { 'application/json': Body } };
type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Extract<Responses[keyof Responses & (200 | 201 | 202)], Json<unknown>> extends Json<infer Body>
    ? Body
    : unknown
  : never;

/** The body of a good answer. Others throw a Problem. */
export function call<Name extends keyof Operations>(
  name: Name,
  ...[values]: object extends Values<Operations[Name]>
    ? [Values<Operations[Name]>?]
    : [Values<Operations[Name]>]
): Promise<Answer<Operations[Name]>> {
  const [method, path] = name.split(' ') as [Method, string];
  const { query, body, signal, ...names } = (values ?? {}) as Record<string, unknown>;
  const params = { path: names, query: query && sent(query) };
  // The types of the client are those of one operation.
  const answer = api.request(METHODS[method], `${BASE}${path}` as never, { params, body, signal } as never);
  return ok(answer as Promise<{ data?: Answer<Operations[Name]> }>);
}

const sent = (query: object) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
