import type { Secret } from './schema.ts';
import type { SecretRow } from './store.ts';

export function viewSecret({ name, updated_at }: SecretRow): Secret {
  return { name, updated_at: updated_at.toISOString() };
}
