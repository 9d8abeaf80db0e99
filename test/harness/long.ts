/**
 * `npm run test:long` runs all tests whole. `npm test` leaves out the files `*.long.test.ts`, and has short seasons.
 */
export const isLong = process.env.KURIR_TEST_LONG !== undefined;
