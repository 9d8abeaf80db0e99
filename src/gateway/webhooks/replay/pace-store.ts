import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { AT_ONCE } from '../conditions.ts';

const RESERVE = statement<
  { scopes: readonly string[]; intervals: readonly number[]; count: number; burst: number; now: Date },
  { wait_ms: number }
>(
  'webhooks.reserve_pace',
  `with given as (
    select scope, :count * interval_ms * interval '1 ms' as step,
      ${AT_ONCE} - :burst * interval_ms * interval '1 ms' as rested_at
    from unnest(:scopes::text[], :intervals::float8[]) as g (scope, interval_ms)
  ), reserved as (
    insert into webhook_paces as p (scope, next_at) select scope, rested_at + step from given order by scope
    on conflict (scope) do update
      set next_at = greatest(p.next_at, excluded.next_at - (select step from given where given.scope = p.scope))
        + (select step from given where given.scope = p.scope)
    returning scope, next_at
  )
  select greatest(0, max(extract(epoch from r.next_at - g.step - ${AT_ONCE})) * 1000)::float8 as wait_ms
  from reserved r join given g using (scope)`,
);
/** Paces that nothing waits for. */
export const forgetPaces = statement<{ now: Date }>(
  'webhooks.forget_paces',
  `delete from webhook_paces where scope = any (array(
     select scope from webhook_paces where next_at < :now::timestamptz - interval '1 hour'
     order by next_at limit 10000
   ))`,
).run;

/** A shorter wait is none: a few deliveries more in one second. */
const SHORT_MS = 200;

/** The wait of the first of `count` in the fullest scope. Locks the rows until the transaction ends. */
export async function reserve(
  tx: Tx,
  scopes: readonly { scope: string; intervalMs: number }[],
  { now, count, burst }: { now: Date; count: number; burst: number },
): Promise<number> {
  const { wait_ms } = await RESERVE.one(tx, {
    count,
    burst,
    now,
    scopes: scopes.map(({ scope }) => scope),
    intervals: scopes.map(({ intervalMs }) => intervalMs),
  });
  return wait_ms <= SHORT_MS ? 0 : wait_ms;
}
