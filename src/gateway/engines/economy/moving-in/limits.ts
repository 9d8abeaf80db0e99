export const MAX_KEYS = 50_000;
/** Of all keys. */
export const MAX_BYTES = 96 * 1024 * 1024;
/** Longer values are none of a session. */
export const MAX_VALUE = 1024 * 1024;
/** With those that are left out. */
export const MAX_FILES = 100_000;
export const MAX_DEPTH = 5;
