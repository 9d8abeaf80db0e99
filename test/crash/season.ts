import { randomInt } from 'node:crypto';

/** Options of `npm run crash`. The other runs have shorter seasons. */
const { KURIR_TEST_CRASH_KILLS: asked, KURIR_TEST_CRASH_SEED: given } = process.env;

/** A long season waits for leases and retries, and tests faults one by one. */
export const isLongSeason = asked !== undefined;
export const kills = Number(asked ?? 6);
/** A failure prints it. */
export const seed = Number(given ?? (asked ? randomInt(1_000_000_000) : 1));
