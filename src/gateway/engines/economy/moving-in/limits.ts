import { KIBIBYTE, MEBIBYTE } from '../../../../platform/lib/bytes.ts';

export const MAX_KEYS = 50_000;
/** Of all keys. */
export const MAX_BYTES = 96 * MEBIBYTE;
/** Longer values are none of a session. */
export const MAX_VALUE = MEBIBYTE;
/** With those that are left out. */
export const MAX_FILES = 100_000;
export const MAX_DEPTH = 5;
/** Of one table of a database, with those of other numbers. */
export const MAX_ROWS = 500_000;
/** Of one JSON text: objects, lists and keys, or items. Ten million empty lists would block the process. */
export const MAX_PARTS = 2_000_000;
/** Of a database. */
export const MAX_COLUMN = 64 * KIBIBYTE;
/** Between two turns of the event loop. */
export const IN_ONE_TURN = 200;
/** JSON that has a turn for itself. */
export const LONG_TEXT = 64 * KIBIBYTE;
