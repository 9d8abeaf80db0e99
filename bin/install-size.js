/** Megabytes on Linux x64, measured; a test compares the sum of `disk`. */
export const PROGRAM = { download: 205, disk: 500 };
export const TOOLS_OF_TESTS = { download: 180, disk: 380 };
