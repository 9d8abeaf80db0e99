import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface SecretRow {
  name: string;
  updated_at: Date;
}

const LIST = statement<{ accountId: number }, SecretRow>(
  'automation.list_flow_secrets',
  'select name, updated_at from flow_secrets where account_id = :accountId order by name',
);

export function listSecrets(db: Db, accountId: number): Promise<SecretRow[]> {
  return LIST.all(db, { accountId });
}

const READ = statement<{ accountId: number; names: readonly string[] }, { name: string; sealed: Buffer }>(
  'automation.read_flow_secrets',
  'select name, sealed from flow_secrets where account_id = :accountId and name = any (:names::text[])',
);

export function readSecrets(
  db: Db,
  accountId: number,
  names: readonly string[],
): Promise<{ name: string; sealed: Buffer }[]> {
  return READ.all(db, { accountId, names });
}

const SET = statement<{ accountId: number; name: string; sealed: Buffer; now: Date }, SecretRow>(
  'automation.set_flow_secret',
  `insert into flow_secrets (account_id, name, sealed, updated_at)
   values (:accountId, :name, :sealed, :now::timestamptz)
   on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at
   returning name, updated_at`,
);

export function setSecret(
  tx: Tx,
  accountId: number,
  { name, sealed }: { name: string; sealed: Buffer },
  now: Date,
): Promise<SecretRow> {
  return SET.one(tx, { accountId, name, sealed, now });
}

const DELETE = statement<{ accountId: number; name: string }>(
  'automation.delete_flow_secret',
  'delete from flow_secrets where account_id = :accountId and name = :name',
);

/** False: there is no such secret. */
export async function deleteSecret(tx: Tx, accountId: number, name: string): Promise<boolean> {
  return (await DELETE.run(tx, { accountId, name })) > 0;
}
