import type { Context } from '../../src/context.ts';

/** An export that has failed. */
export async function failedExport(ctx: Context, { id }: { id: number }): Promise<string> {
  const text = `insert into account_exports (account_id, state, actor, requested_at)
    values ($1, 'failed', 'user', now()) returning id`;
  const { rows } = await ctx.db.query<{ id: string }>({ text }, [id]);
  return rows[0]?.id ?? '';
}
