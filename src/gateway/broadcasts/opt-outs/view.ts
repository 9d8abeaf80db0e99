import type { OptOut } from './schema.ts';
import type { OptOutRow } from './store.ts';

export function viewOptOut({ phone, word, reason, created_at }: OptOutRow): OptOut {
  const known = reason ?? (word === null ? 'account' : 'keyword');
  return { phone, word, reason: known, created_at: created_at.toISOString() };
}
