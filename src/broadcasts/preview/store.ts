import { type RawBuilder, sql } from 'kysely';
import type { EngineKind } from '../../engines/engine.ts';
import type { Tx } from '../../lib/db/db.ts';

/** How the recipients of a broadcast would fare. */
export interface Outlook {
  total: number;
  opted_out: number;
  /** Of the others: whose number was not on the network of this engine when it was last written to in vain. */
  unreachable: number;
  /** The first of those who are neither, in the order in which they would be written to. */
  first: Addressee[];
}

export interface Addressee {
  id: number;
  phone: string;
  name: string;
}

/**
 * Looks at the contacts at these places of the account's book, some of which may be named several times. `since`: refusals before do not count
 * any more. All of it stays in the database but the first `count`.
 */
export async function readOutlook(
  tx: Tx,
  places: RawBuilder<unknown>,
  of: { accountId: number; engine: EngineKind; since: Date; count: number },
): Promise<Outlook> {
  const { rows } = await sql<Outlook>`
    with matched as materialized (
      select distinct place from (${places}) matched
    ), silent as materialized (
      select c.place from opt_outs o join contacts c on c.account_id = o.account_id and c.phone = o.phone
      where o.account_id = ${of.accountId}
    ), lost as materialized (
      select distinct c.place
      from messages m
      join devices d on d.id = m.device_id and d.engine = ${of.engine}
      join contacts c on c.account_id = m.account_id and c.phone = m.phone
      -- How the engines call it: the condition of the index, word by word.
      where m.account_id = ${of.accountId} and m.error_code in ('not_on_whatsapp', '131026') and m.created_at > ${of.since}
    ), counted as (
      select count(*)::int as total, count(s.place)::int as opted_out,
        count(l.place) filter (where s.place is null)::int as unreachable
      from matched m left join silent s using (place) left join lost l using (place)
    ), first as (
      select place from matched
      where place not in (select place from silent) and place not in (select place from lost)
      order by place limit ${of.count}
    )
    select counted.*, (
      select coalesce(json_agg(json_build_object('id', c.id, 'phone', c.phone, 'name', c.name) order by c.place), '[]')
      from first f join contacts c on c.account_id = ${of.accountId} and c.place = f.place
    ) as first
    from counted`.execute(tx);
  const [outlook] = rows;
  if (!outlook) throw new Error('an aggregate without a row');
  return outlook;
}
