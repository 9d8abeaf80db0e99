import type { ConsentChange, OptOut } from './schema.ts';
import type { OptOutChange, OptOutRow } from './store.ts';

export function viewOptOut({ phone, word, reason, created_at }: OptOutRow): OptOut {
  const known = reason ?? (word === null ? 'account' : 'keyword');
  return { phone, word, reason: known, created_at: created_at.toISOString() };
}

export function viewChange({ phone, change, reason, word, happened_at }: OptOutChange): ConsentChange {
  return { phone, change: `opted_${change}`, reason, word, at: happened_at.toISOString() };
}
