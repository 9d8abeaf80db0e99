import type { MatrixRow } from './matrix-row.ts';
import type { Property } from './property.ts';

/** The path and the body of a call with these ids, or with `values` in the places that they name. */
export function requestOf(
  url: string,
  row: MatrixRow,
  ids: Property,
  values: Record<string, unknown> = {},
): { path: string; payload: string | undefined } {
  let path = url;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = { ...row.body };
  for (const position of row.ids) {
    const value = position.name in values ? values[position.name] : ids[position.kind];
    if (position.in === 'path') path = path.replace(`:${position.name}`, String(value));
    else if (position.in === 'query') query.set(position.name, String(value));
    else body[position.name] = position.listed ? [listedOf(value)] : value;
  }
  return {
    path: `${path}${query.size > 0 ? `?${query}` : ''}`,
    payload: row.body && JSON.stringify(body),
  };
}

const listedOf = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : value);
