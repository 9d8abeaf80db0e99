import type pg from 'pg';
import type { Queryable } from '../../src/platform/lib/db/statement.ts';

/** Runs statements on one connection of the test, with the settings and the transaction that it has. */
export function queryableOf(client: pg.ClientBase): Queryable {
  return {
    async query({ text }, values) {
      const { rows, rowCount } = await client.query(text, [...values]);
      return { rows, count: rowCount ?? rows.length };
    },
  };
}
