import type { Context } from '../../src/context.ts';

/**
 * What `play` saw within one clock minute of the database, by which requests are counted. A play that the turn of a minute fell into says
 * nothing about the limit and is played anew, so it must begin from nothing each time.
 */
export async function withinOneMinute<T>(ctx: Context, play: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = await minuteOf(ctx);
    const seen = await play();
    if ((await minuteOf(ctx)) === before) return seen;
  }
}

async function minuteOf(ctx: Context): Promise<number> {
  const { rows } = await ctx.pool.query<{ minute: number }>(
    'select floor(extract(epoch from clock_timestamp()) / 60)::float8 as minute',
  );
  return rows[0]?.minute ?? 0;
}
