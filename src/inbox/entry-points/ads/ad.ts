import type { Tx } from '../../../platform/lib/db/db.ts';
import { findAds, insertAds, type SeenAd } from './store.ts';

/** The public ids of advertisements by their index. New ones are kept, as far as the account has room. */
export async function keepAds(tx: Tx, ads: readonly SeenAd[], now: Date): Promise<Map<number, string>> {
  const known = await findAds(tx, ads);
  if (known.size === ads.length) return known;
  await insertAds(tx, ads, now);
  return findAds(tx, ads);
}
