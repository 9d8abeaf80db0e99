import type { OptOut } from './schema.ts';
import type { OptOutRow } from './store.ts';

/** One item of the list. */
export function viewOptOut({ phone, word, created_at }: OptOutRow): OptOut {
  return { phone, word, created_at: created_at.toISOString() };
}
