import type { Db } from '../../platform/lib/db/db.ts';
import type { Manifest } from './manifest.ts';

/** What the new owner gives again, since secrets stay. */
const LISTS: readonly { what: string; sql: string; how: string }[] = [
  {
    what: 'api_keys',
    sql: 'select name from api_keys where account_id = $1 and revoked_at is null order by created_at, id',
    how: 'The import makes one key. Make the others: POST /v1/api-keys.',
  },
  {
    what: 'passwords',
    sql: `select email as name from users where account_id = $1 and status <> 'disabled' order by id`,
    how: 'Each user needs a link for a new password: kurir user reset.',
  },
  {
    what: 'devices',
    sql: `select label as name from devices
      where account_id = $1 and released_at is null and engine <> 'widget' order by id`,
    how: 'Pair each one, or send its token: PATCH /v1/devices/{uuid}/official-credentials.',
  },
  {
    what: 'webhooks',
    sql: 'select url as name from webhooks where account_id = $1 order by id',
    how: 'Each one has a new secret and is disabled. Enable it where it should be called.',
  },
  {
    what: 'widgets',
    sql: `select e.name from widgets w join entry_points e on e.id = w.entry_point_id
      where w.account_id = $1 and e.deleted_at is null order by e.id`,
    how: 'Web sites that sign visitors get the new identity secret.',
  },
  {
    what: 'secrets_of_flows',
    sql: 'select name from flow_secrets where account_id = $1 order by name',
    how: 'Give each one again under the same name.',
  },
  {
    what: 'language_model',
    sql: 'select provider as name from language_models where account_id = $1 and api_key is not null',
    how: 'Give its API key again.',
  },
];

export async function listSecrets(db: Db, accountId: number): Promise<Manifest['enter_again']> {
  const found: Manifest['enter_again'] = [];
  for (const { what, sql, how } of LISTS) {
    const { rows } = await db.query<{ name: string }>({ text: sql }, [accountId]);
    if (rows.length > 0) found.push({ what, names: rows.map(({ name }) => name), how });
  }
  return found;
}
