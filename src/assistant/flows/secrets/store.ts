import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface SecretRow {
  name: string;
  updated_at: Date;
}

export const listSecrets = statement<{ accountId: number }, SecretRow>(
  'automation.list_flow_secrets',
  'select name, updated_at from flow_secrets where account_id = :accountId order by name',
).all;

export const readSecrets = statement<
  { accountId: number; names: readonly string[] },
  { name: string; sealed: Buffer }
>(
  'automation.read_flow_secrets',
  'select name, sealed from flow_secrets where account_id = :accountId and name = any (:names::text[])',
).all;

export const setSecret = statement<{ accountId: number; name: string; sealed: Buffer; now: Date }, SecretRow>(
  'automation.set_flow_secret',
  `insert into flow_secrets (account_id, name, sealed, updated_at)
   values (:accountId, :name, :sealed, :now::timestamptz)
   on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at
   returning name, updated_at`,
).inTx.one;

const DELETE = statement<{ accountId: number; name: string }>(
  'automation.delete_flow_secret',
  'delete from flow_secrets where account_id = :accountId and name = :name',
);

/** False: there is no such secret. */
export async function deleteSecret(tx: Tx, accountId: number, name: string): Promise<boolean> {
  return (await DELETE.run(tx, { accountId, name })) > 0;
}
