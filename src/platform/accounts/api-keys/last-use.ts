import type { Context } from '../../../context.ts';
import { createLastUses, type LastUses } from '../../lib/last-uses.ts';
import * as store from './store.ts';

/** Of the keys, by id. */
export function openKeyUses(ctx: Pick<Context, 'db' | 'now' | 'log'>): LastUses<string> {
  return createLastUses(ctx, (uses) => store.writeLastUses(ctx.db, uses));
}
