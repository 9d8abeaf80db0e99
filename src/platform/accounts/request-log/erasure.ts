import { type Clock, SECOND } from '../../lib/clock.ts';
import { ERASED_AT_ONCE, type ErasureStep, patternOf, pieceOf } from '../../lib/erasing.ts';
import { getAccount } from '../account.ts';
import { deleteNamed } from './erasure-store.ts';

/** The log is written within a second. */
const WRITTEN_MS = 3 * SECOND;

/** Calls whose path or error has the number, as callers write it. */
export const requestsErasure = ({ now }: Clock): ErasureStep => ({
  kind: 'requests',
  async erase(tx, { accountId, phones, requestedAt: until }) {
    if (now().getTime() - until.getTime() < WRITTEN_MS) return { erased: 0, next: null, waits: true };
    const { country_code } = await getAccount(tx, accountId);
    const national = phones
      .filter((phone) => phone.startsWith(country_code))
      .map((phone) => `0${phone.slice(country_code.length)}`);
    const pattern = patternOf([...phones, ...national]);
    return pieceOf(await deleteNamed(tx, { accountId, pattern, until, limit: ERASED_AT_ONCE }));
  },
});
