import type { Http } from '../../src/platform/lib/http/server.ts';
import { injectAny } from '../harness/inject.ts';
import type { MatrixRow } from './matrix-row.ts';
import type { Property } from './property.ts';

/** The path and the body of a call with these ids, or with `values` in the places that they name. */
export function requestOf(
  url: string,
  row: MatrixRow,
  ids: Property,
  values: Record<string, unknown> = {},
): { path: string; payload: string | undefined; headers: Record<string, string> } {
  let path = url;
  const query = new URLSearchParams(row.query);
  const body: Record<string, unknown> = { ...row.body };
  for (const [name, value] of Object.entries(row.fixed ?? {})) path = path.replace(`:${name}`, value);
  for (const position of row.ids) {
    const value = position.name in values ? values[position.name] : ids[position.kind];
    if (position.in === 'path') path = path.replace(`:${position.name}`, String(value));
    else if (position.in === 'query') query.set(position.name, String(value));
    else body[position.name] = position.listed ? [listedOf(value)] : value;
  }
  return {
    path: `${path}${query.size > 0 ? `?${query}` : ''}`,
    payload: row.raw?.text ?? (row.body && JSON.stringify(body)),
    headers: row.raw ? { 'content-type': row.raw.type } : {},
  };
}

const listedOf = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value);

let keys = 0;

interface MatrixCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | undefined;
  remoteAddress?: string;
}

/** The answer without what differs between any two answers. Each call has its own idempotency key. */
export async function askMatrix(http: Http, { method, headers, payload, ...call }: MatrixCall) {
  keys += 1;
  const answer = await injectAny(http, {
    ...call,
    method: method as 'GET', // the names of methods are a closed list there
    headers: {
      'idempotency-key': `k-${keys}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  const { date, 'x-request-id': _id, 'x-ratelimit-remaining': _rest, ...kept } = answer.headers;
  return { status: answer.statusCode, headers: kept, body: withoutGiven(answer.payload, payload) };
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An error may name the ids of the request. */
function withoutGiven(body: string, payload: MatrixCall['payload']): string {
  const given = new Set((JSON.stringify(payload ?? '').match(UUID) ?? []).map((uuid) => uuid.toLowerCase()));
  return body.replace(UUID, (uuid) => (given.has(uuid.toLowerCase()) ? 'given' : uuid));
}

/** Null for a file. */
export const errorOf = (body: string): string | null =>
  body.startsWith('{') ? (JSON.parse(body).error ?? null) : null;

/** The first case of each kind. */
export function oneEach<T>(cases: readonly T[], kindOf: (one: T) => string): T[] {
  return [...Map.groupBy(cases, kindOf).values()].flatMap(([first]) => first ?? []);
}
