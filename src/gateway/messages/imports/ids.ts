/**
 * Imported messages have row ids below zero, in the order of their times. So they are before everything that Kurir
 * received or sent, and behind every mark such as "read up to here" (docs/decisions/0145).
 */

/** Ids for the messages of one second of one number. */
export const IDS_OF_SECOND = 1_024;
/** Of one history: 194 days. The provider sends 180. A power of two, so that a block is one range of the search. */
export const SECONDS = 2 ** 24;
const BLOCK = SECONDS * IDS_OF_SECOND;
/** Of the block, before the history began. The rest is for parts that come later. */
const BEFORE_MS = 181 * 86_400_000;

/** For a `block` of `official_histories`. */
export const firstIdOf = (block: number): number => -block * BLOCK;
export const lastIdOf = (block: number): number => firstIdOf(block) + BLOCK - 1;

/** The time of the first id. */
export const beginOf = (startedAt: Date): Date => new Date(startedAt.getTime() - BEFORE_MS);
