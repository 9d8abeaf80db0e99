import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { atOnce } from '../../../platform/lib/erasing.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import type { SecretBox } from '../../../platform/lib/secret-box.ts';
import * as store from './kept-store.ts';
import { type AccountPhone, lockOptOutsExclusive } from './store.ts';

type Macs = Pick<SecretBox, 'mac'>;

const macOf = (box: Macs, { account_id, phone }: AccountPhone) =>
  box.mac(`${account_id} ${spellingsOf(phone)[0]}`, 'opt-out of an erased person');

/** Which phones belonged to an erased person who had opted out. */
export async function findKept(
  db: Db,
  box: Macs,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const byMac = phones.map(
    (phone) => [macOf(box, { account_id: accountId, phone }).toString('hex'), phone] as const,
  );
  const macs = byMac.map(([hex]) => Buffer.from(hex, 'hex'));
  const found = await store.findMacs(db, { accountId, macs });
  const kept = new Set(found.map(({ phone_mac }) => phone_mac.toString('hex')));
  return new Set(byMac.filter(([hex]) => kept.has(hex)).map(([, phone]) => phone));
}

/** The customer, or the account, wants messages again. Answers their number. */
export function endKept(db: Db, box: Macs, given: readonly AccountPhone[]): Promise<number> {
  return store.deleteMacs(db, {
    accountIds: given.map(({ account_id }) => account_id),
    macs: given.map((each) => macOf(box, each)),
  });
}

export const optOutsErasure = (box: Macs) =>
  atOnce('opt_outs', async (tx: Tx, { accountId, phones, requestedAt }) => {
    await lockOptOutsExclusive(tx, [accountId]);
    const macs = phones.map((phone) => macOf(box, { account_id: accountId, phone }));
    const { erased } = await store.eraseOptOuts(tx, { accountId, phones, macs, until: requestedAt });
    return erased;
  });
