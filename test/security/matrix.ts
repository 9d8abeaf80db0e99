import type { Scope } from '../../src/platform/accounts/schema.ts';
import type { Route } from '../harness/routes.ts';
import type { Kind, MatrixRow, Position } from './matrix-row.ts';
import { BODIES, COLLECTIONS, FIELDS, NO_IDS, UNKNOWN, UNUSUAL } from './matrix-rows.ts';

const READING: Scope[] = ['full', 'read'];
const SENDING: Scope[] = ['full', 'send'];
const FULL: Scope[] = ['full'];
/** Who may send may answer customers. */
const ANSWERS = /^\/v1\/(conversations\/:id\/|messages\/:id\/(edit|delete)$)/;

/** By name, the rows of the routes below /v1: what their registration says, and what is unusual about them. */
export function matrixOf(routes: readonly Route[]): Record<string, MatrixRow> {
  const own = routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/v1/'));
  return Object.fromEntries(own.map((route) => [`${route.method} ${route.url}`, rowOf(route)]));
}

function rowOf(route: Route): MatrixRow {
  const { method, url, fields, successes } = route;
  const name = `${method} ${url}`;
  const { ids = idsOf(route), ...unusual } = UNUSUAL[name] ?? {};
  const body = unusual.raw === undefined && fields.body.length > 0 ? (BODIES[name] ?? {}) : undefined;
  const unknown = unknownOf(method, ids);
  return {
    ids,
    ...(body && { body }),
    scopes: method === 'GET' ? READING : ANSWERS.test(url) ? SENDING : FULL,
    own: Math.max(...successes),
    ...(unknown && { unknown }),
    ...unusual,
  };
}

function idsOf({ method, url, fields }: Route): Position[] {
  const fixed = UNUSUAL[`${method} ${url}`]?.fixed ?? {};
  const path = url.split('/').flatMap((part, n, parts): Position[] => {
    const name = part.slice(1);
    if (!part.startsWith(':') || name in fixed) return [];
    const kind = COLLECTIONS[parts[n - 1] ?? ''];
    if (kind === undefined) throw new Error(`${url}: what does ${part} name? Add it to COLLECTIONS.`);
    return [{ in: 'path', name, kind }];
  });
  const inFields = (place: 'query' | 'body') =>
    fields[place].flatMap((name): Position[] => {
      const kind = name in NO_IDS ? undefined : FIELDS[name];
      return kind ? [{ in: place, name, kind, ...(name.endsWith('s') && { listed: true }) }] : [];
    });
  return [...path, ...inFields('query'), ...inFields('body')];
}

/** A change names its devices before what it changes. */
function unknownOf(method: string, ids: readonly Position[]): MatrixRow['unknown'] {
  const device = ids.find(({ in: place, kind }) => place === 'body' && kind === 'device');
  const kind = (method === 'PATCH' ? device : undefined)?.kind ?? ids[0]?.kind;
  return kind && unknownKind(kind);
}

function unknownKind(kind: Kind): { status: number; error: string | null } {
  const { [kind]: error = `${kind.replaceAll(/[ -]/g, '_')}_not_found` } = UNKNOWN;
  return { status: error === null ? 200 : 404, error };
}
