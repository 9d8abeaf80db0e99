import { type RawBuilder, sql } from 'kysely';
import type { EngineKind } from '../../engines/kinds.ts';
import type { Tx } from '../../lib/db/db.ts';
import { findOtherSpellings } from '../opt-outs/store.ts';

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
  const { accountId, engine, since, count } = of;
  const spellings = await findOtherSpellings(tx, accountId);
  const isWilling = sql`
    not exists (select from opt_outs o where o.account_id = ${accountId} and o.phone = c.phone) and c.phone <> all (${spellings}::text[])`;
  // How the engines call it: the condition of the index, word by word.
  const isLost = sql`m.account_id = ${accountId} and m.error_code in ('not_on_whatsapp', '131026') and m.created_at > ${since}
    and (select engine from devices d where d.id = m.device_id) = ${engine}`;
  const { rows } = await sql<Outlook>`
    -- Once, for to look up so many takes long, and in their order, so that the first of them are found without the others. A union is taken for as
    -- large as its parts, and joined accordingly; a distinct would be taken for small.
    with matched as materialized (
      (${places}) union select null where false order by place
    )
    select (
      select count(*)::int from matched
    ) as total, (
      select count(*)::int
      from (
        select phone from opt_outs where account_id = ${accountId}
        union all select unnest(${spellings}::text[])
      ) o
      join contacts c on c.account_id = ${accountId} and c.phone = o.phone join matched on matched.place = c.place
    ) as opted_out, (
      select count(distinct c.place)::int
      from messages m join contacts c on c.account_id = m.account_id and c.phone = m.phone join matched on matched.place = c.place
      where ${isLost} and ${isWilling}
    ) as unreachable, (
      select coalesce(json_agg(first), '[]') from (
        select c.id, c.phone, c.name
        from matched join contacts c on c.account_id = ${accountId} and c.place = matched.place
        where ${isWilling} and not exists (select from messages m where ${isLost} and m.phone = c.phone)
        order by matched.place limit ${count}
      ) first
    ) as first`.execute(tx);
  const [outlook] = rows;
  if (!outlook) throw new Error('a row of aggregates is always there');
  return outlook;
}
