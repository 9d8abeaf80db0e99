import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { adminQuery, emptyDatabase } from '../../../test/harness/database.ts';
import { startJobs } from '../../platform/lib/jobs.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { checkServer } from '../../platform/lib/postgres/check-server.ts';
import { prepareSchema } from './schema.ts';

const PASSWORD = 'correct-horse';
const EACH_NIGHT = '0 3 * * *';

/** A database of the first role, where the second one may only log in. */
async function twoRoles() {
  const url = await emptyDatabase();
  const database = new URL(url).pathname.slice(1);
  const [owner, application] = ['owner', 'app'].map((name) => `${name}_${randomBytes(4).toString('hex')}`);
  const create = [owner, application].map((name) => `create role ${name} login password '${PASSWORD}'`);
  await adminQuery(url, `${create.join('; ')}; grant create on database ${database} to ${owner}`);
  await adminQuery(url, `grant create on schema public to ${owner}`);
  onTestFinished(() => adminQuery(inject('postgresUrl'), `drop role ${owner}, ${application}`));
  const as = (role = '') => Object.assign(new URL(url), { username: role, password: PASSWORD }).href;
  return {
    ownerUrl: as(owner),
    url: as(application),
    clear: () => adminQuery(url, `drop owned by ${owner}, ${application}`),
  };
}

test('a role that owns nothing works on the rows, once the owner has migrated', async () => {
  const { ownerUrl, url, clear } = await twoRoles();
  onTestFinished(clear);
  const alone = await checkServer(url);

  const refused = await prepareSchema(url, silentLog, alone).catch(String);
  for (let starts = 0; starts < 2; starts += 1)
    await prepareSchema(url, silentLog, { ownerUrl, cannotMigrate: null });
  await prepareSchema(url, silentLog, alone);

  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const runs = new EventEmitter();
  const job = { name: 'tidy', cron: EACH_NIGHT, run: async () => void runs.emit('run') };
  const jobs = startJobs(url, [job], silentLog);
  onTestFinished(() => jobs.stop());
  const ran = once(runs, 'run');
  await client.query('select graphile_worker.add_job($1)', [EACH_NIGHT]);
  await ran;
  const { rows: closed } = await client.query(`select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p', 'v')
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`);

  expect(refused).toContain('may not create schemas: grant create on database');
  expect(closed).toEqual([]);
  await expect(client.query('alter table accounts add column other text')).rejects.toThrow('must be owner');
  await expect(client.query('create table other (id int)')).rejects.toThrow('permission denied');
});
