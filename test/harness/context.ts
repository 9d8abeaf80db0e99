import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { type Config, loadConfig } from '../../src/config.ts';
import { type Context, createContext, openContextDatabase } from '../../src/context.ts';
import type { Clock, Uptime } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { testDatabase } from './database.ts';

/** A clock that only the test moves. It starts at the real time, near the clock of the database. */
export interface TestClock extends Clock, Uptime {
  set(at: Date): void;
  advance(ms: number): void;
}

export interface TestContext extends Context {
  /** The connections of the context, for statements that only a test needs. */
  pool: pg.Pool;
  clock: TestClock;
  databaseUrl: string;
}

export interface TestContextOptions {
  /** Environment variables for the config, as an operator would write them. */
  env?: Record<string, string>;
  /** Replaces parts of the finished context. */
  parts?: Partial<Context>;
  /** A database that exists. Default: a fresh one. */
  databaseUrl?: string;
  /** Where clean-up is registered: `onTestFinished`, or `afterAll` when one context serves a file. */
  cleanup?: (end: () => Promise<void>) => void;
}

/** A context on a fresh migrated database: silent log, random secret key, sandbox off, a clock the test moves. */
export async function testContext(options: TestContextOptions = {}): Promise<TestContext> {
  const cleanup = options.cleanup ?? onTestFinished;
  const databaseUrl = options.databaseUrl ?? (await testDatabase(cleanup));
  const clock = testClock();
  const parts = {
    config: testConfig(options.env),
    databaseUrl,
    box: createSecretBox(randomBytes(32).toString('hex')),
    log: silentLog,
    name: 'kurir test',
    now: clock.now,
    uptimeMs: clock.uptimeMs,
  };
  const database = openContextDatabase(parts);
  const context = createContext(parts, database);
  cleanup(() => context.close());
  return { ...context, ...options.parts, clock, databaseUrl, pool: database.pool };
}

let settings: Record<string, string> = {};

/** Settings of every context that the calling file opens from now on. Options of a context override them. */
export function useSettings(env: Record<string, string>): void {
  settings = env;
  // The next file of this worker shares the module.
  afterAll(() => {
    settings = {};
  });
}

/** The default settings with a few small values for tests; reads no environment of the machine. */
export function testConfig(env: Record<string, string> = {}): Config {
  // No server listens there, so no test talks to a real provider.
  const provider = { KURIR_GRAPH_URL: 'http://127.0.0.1:9', KURIR_ALLOW_INSECURE_PROVIDERS: '1' };
  // The database waits half of this time for the next statement of a transaction. Busy machines can pause.
  const database = { KURIR_DATABASE_POOL: '4', KURIR_DATABASE_SILENCE_SECONDS: '120' };
  const files = { KURIR_MEDIA_DIR: join(tmpdir(), 'kurir-files') };
  return loadConfig({ ...database, ...files, LOG_LEVEL: 'silent', ...provider, ...settings, ...env });
}

export function testClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    uptimeMs: () => at,
    set: (to) => {
      at = to.getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
