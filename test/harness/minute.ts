import type { Context } from '../../src/context.ts';

/**
 * The result of a `play` that ran within one rate window, a clock minute of the database. A play that crosses
 * into the next minute is repeated, so each play must start from scratch.
 */
export async function withinOneMinute<T>(ctx: Context, play: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = await minuteOf(ctx);
    const seen = await play();
    if ((await minuteOf(ctx)) === before) return seen;
  }
}

async function minuteOf(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.query<{ minute: number }>(
    { text: 'select floor(extract(epoch from clock_timestamp()) / 60)::float8 as minute' },
    [],
  );
  return rows[0]?.minute ?? 0;
}
