import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/lib/db/migrate.ts';
import { migrateJobs } from '../../src/platform/lib/jobs.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { adminQuery, urlOf } from './database.ts';
import { openRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server that the test databases live on; ends in the maintenance database. */
    postgresUrl: string;
    /** The migrated database that tests clone. Its name is unique, since runs may share a server. */
    postgresTemplate: string;
  }
}

/** One PostgreSQL for the run, with one migrated template that every test database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await openRunFolder();
  const server = await startServer();
  const template = `kurir_test_template_${randomBytes(4).toString('hex')}`;
  try {
    await adminQuery(server.url, `create database ${template}`);
    await migrate(urlOf(server.url, template));
    await migrateJobs(urlOf(server.url, template), silentLog);
  } catch (error) {
    await server.stop();
    await run.close();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  return async () => {
    await adminQuery(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
    await run.close();
  };
}

/** KURIR_TEST_DATABASE_URL names a server whose user may create databases. Otherwise an embedded one runs. */
async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.KURIR_TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'kurir-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    settings: FORGETFUL,
    superuser: true,
  });
  return {
    url: urlOf(postgres.url, 'postgres'),
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The data need not survive the run. */
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
