import { openNames } from '../../src/platform/lib/names/names.ts';

/** The names of this machine. There is nothing to close: tests ask for loopback only. */
export const { lookup } = openNames();
