import { SECOND } from '../platform/lib/clock.ts';

const FIRST_MS = 10 * SECOND;
const MAX_DOUBLINGS = 8;

/** `failures`: in a row, before the last one. */
export const retryDelayMs = (failures: number): number => FIRST_MS * 2 ** Math.min(failures, MAX_DOUBLINGS);
