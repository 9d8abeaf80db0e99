import pg from 'pg';
import { findRunningPostgres } from '../../src/lib/postgres/embedded.ts';
import type { Installation } from '../harness/gateway.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

/** Asks the embedded server of a gateway itself, once it runs: for what cannot be seen from outside. */
export async function queryEmbedded(
  { folder }: Installation,
  sql: string,
  ...values: unknown[]
): Promise<Json[]> {
  const client = new pg.Client(await until(() => findRunningPostgres(folder)));
  await client.connect();
  const { rows } = await client.query(sql, values).finally(() => client.end());
  return rows;
}
