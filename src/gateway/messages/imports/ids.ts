/**
 * Imported messages have row ids below zero, by time. So they sort before all others, and behind every mark such as
 * "read up to here" (docs/decisions/0145).
 */

/** Per number. */
export const IDS_OF_SECOND = 1_024;
/** 194 days; the provider sends 180. A power of two makes a block one search range. */
export const SECONDS = 2 ** 24;
export const BLOCK = SECONDS * IDS_OF_SECOND;
/** The rest of the block is for later parts. */
const BEFORE_MS = 181 * 86_400_000;

export const firstIdOf = (block: number): number => -block * BLOCK;
export const lastIdOf = (block: number): number => firstIdOf(block) + BLOCK - 1;

export const beginOf = (startedAt: Date): Date => new Date(startedAt.getTime() - BEFORE_MS);
