import type { Context } from '../../src/context.ts';
import type { Tables } from '../../src/lib/db/tables.ts';
import type { Json } from './shop.ts';

/** The bodies of the events of this type in the outbox, oldest first. */
export async function eventsOf(ctx: Context, type: Tables['events']['type']): Promise<Json[]> {
  const rows = await ctx.db
    .selectFrom('events')
    .select('body')
    .where('type', '=', type)
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.body));
}
