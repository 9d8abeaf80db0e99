import { randomInt } from 'node:crypto';

/** What `npm run crash -- --kills 500` says; a run of all tests has time for short seasons only. */
const { KURIR_TEST_CRASH_KILLS: asked, KURIR_TEST_CRASH_SEED: given } = process.env;

/** Leases, retries and whatever else takes its time are waited out, and faults come one at a time. */
export const isLongSeason = asked !== undefined;
export const kills = Number(asked ?? 6);
/** A failure names it. */
export const seed = Number(given ?? (asked ? randomInt(1_000_000_000) : 1));
