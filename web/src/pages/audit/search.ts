import type { paths } from '../../api/schema.ts';
import { ACTIONS } from './actions.ts';

type Query = NonNullable<paths['/app/api/audit']['get']['parameters']['query']>;
type Action = NonNullable<Query['action']>;

/** A test compares them with those of the gateway. */
const ALL_ACTIONS = Object.entries(ACTIONS).flatMap(
  ([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}` as Action), // so the texts have no other one
);

/** What the address of the page says. Empty parts are missing. */
export interface AuditSearch {
  from?: string;
  to?: string;
  action?: Action;
  actor?: string;
}

const KEYS = ['from', 'to', 'actor'] as const;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Reads the address of the page. What it does not know counts as missing. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const found = KEYS.flatMap((key) => {
    const text = String(search[key] ?? '').slice(0, 100);
    const isBad = text === '' || ((key === 'from' || key === 'to') && !isDay(text));
    return isBad ? [] : [[key, text]];
  });
  const action = ALL_ACTIONS.find((each) => each === search.action);
  return { ...(action && { action }), ...Object.fromEntries(found) };
}
