import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Per account: modified apps could make any number. */
export const MAX_ADS = 10_000;

export interface SeenAd {
  account_id: number;
  ad_id: string;
  /** Title or id. */
  name: string;
}

const FIND = statement<
  { accountIds: readonly number[]; adIds: readonly string[] },
  { index: number; entry_point_uuid: string }
>(
  'entry_points.find_ads',
  `select i.n::int - 1 as index, e.entry_point_uuid
   from unnest(:accountIds::bigint[], :adIds::text[]) with ordinality as i (account_id, ad_id, n)
   cross join lateral (
     select entry_point_uuid from entry_points where account_id = i.account_id and ad_id = i.ad_id limit 1
   ) e`,
);

/** In one order: other processes may see the same ones. */
const INSERT = statement<{
  accountIds: readonly number[];
  adIds: readonly string[];
  names: readonly string[];
  now: Date;
}>(
  'entry_points.insert_ads',
  `insert into entry_points (account_id, kind, name, ad_id, created_at, updated_at)
   select distinct on (i.account_id, i.ad_id) i.account_id, 'ad', i.name, i.ad_id, :now::timestamptz, :now::timestamptz
   from unnest(:accountIds::bigint[], :adIds::text[], :names::text[]) as i (account_id, ad_id, name)
   cross join lateral (
     select count(*) as ads from (
       select from entry_points where account_id = i.account_id and ad_id is not null limit ${MAX_ADS}
     ) known
   ) c
   where c.ads < ${MAX_ADS}
   order by i.account_id, i.ad_id
   on conflict (account_id, ad_id) where ad_id is not null do nothing`,
);

/** Public ids of kept ones, by index. */
export async function findAds(tx: Tx, ads: readonly SeenAd[]): Promise<Map<number, string>> {
  const found = await FIND.all(tx, columnsOf(ads));
  return new Map(found.map(({ index, entry_point_uuid }) => [index, entry_point_uuid]));
}

/** New ones, while the account has room. */
export async function insertAds(tx: Tx, ads: readonly SeenAd[], now: Date): Promise<void> {
  await INSERT.run(tx, { ...columnsOf(ads), names: ads.map(({ name }) => name), now });
}

const columnsOf = (ads: readonly SeenAd[]) => ({
  accountIds: ads.map(({ account_id }) => account_id),
  adIds: ads.map(({ ad_id }) => ad_id),
});
