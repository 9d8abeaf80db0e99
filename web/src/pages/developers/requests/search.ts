import type { paths } from '../../../api/schema.ts';

type Query = NonNullable<paths['/app/api/requests']['get']['parameters']['query']>;

/** The filters of the request log, as they are in the address of the page. */
export interface RequestSearch {
  outcome?: Outcome;
  key?: string;
  method?: Method;
  path?: string;
  code?: NonNullable<Query['code']>;
  id?: string;
  /** Times of the API. */
  since?: string;
  until?: string;
  /** The row that is open. */
  open?: number;
}

export const OUTCOMES = ['success', 'error', '4xx', '5xx'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The gateway refuses a code that it does not have. */
const TEXTS = ['key', 'path', 'code', 'id', 'since', 'until'] as const;

/** Reads the address. What it does not know counts as missing. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const outcome = OUTCOMES.find((each) => each === search.outcome);
  const method = METHODS.find((each) => each === search.method);
  const texts = TEXTS.flatMap((name) => {
    const value = search[name];
    // The router reads a text of digits as a number.
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text]] : [];
  });
  return {
    ...(outcome && { outcome }),
    ...(method && { method }),
    ...Object.fromEntries(texts),
    ...(Number.isSafeInteger(search.open) && { open: Number(search.open) }),
  };
}

export const isFiltered = ({ open: _, ...filters }: RequestSearch) => Object.keys(filters).length > 0;
