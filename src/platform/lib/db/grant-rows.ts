import pg from 'pg';
import { clientsOf } from './clients.ts';

/** The tables of jobs admit their owner alone, also after a grant. */
const GUARDED = `select format('%I.%I', schemaname, tablename) as name from pg_tables t
  where schemaname = 'graphile_worker' and rowsecurity and not exists (
    select from pg_policies p where (p.schemaname, p.tablename) = (t.schemaname, t.tablename) and $1 = any (p.roles))`;

/** Lets the role of `url` read and write all rows, as the owner of the tables. It may change no table. */
export async function grantRows(ownerUrl: string, url: string): Promise<void> {
  const role = await asked(url, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  });
  const to = pg.escapeIdentifier(role);
  await asked(ownerUrl, async (client) => {
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    const schemas = `${pg.escapeIdentifier(rows[0]?.schema ?? '')}, graphile_worker`;
    await client.query(`
      grant usage on schema ${schemas} to ${to};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${to};
      grant usage, select, update on all sequences in schema ${schemas} to ${to}`);
    const guarded = await client.query<{ name: string }>(GUARDED, [role]);
    for (const { name } of guarded.rows)
      await client.query(`create policy ${to} on ${name} to ${to} using (true) with check (true)`);
  });
}

async function asked<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new (clientsOf(url))({ connectionString: url, application_name: 'kurir migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
