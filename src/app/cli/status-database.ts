import { listAccounts } from '../../accounts/account.ts';
import { countSearches } from '../../automation/assistant/language-model/embeddings/vector-search.ts';
import type { Config } from '../../config.ts';
import { listAllDevices } from '../../devices/installation/installation.ts';
import { type Db, openDatabase } from '../../lib/db/db.ts';
import { findRunningPostgres } from '../../lib/postgres/embedded.ts';
import { countDue } from '../../messages/queue/queue.ts';
import { listEveryWebhook } from '../../webhooks/webhook.ts';

export type DatabaseState = 'running' | 'stopped' | 'unavailable';

export interface Counts {
  /** By status. */
  accounts: Record<string, number>;
  devices: Record<string, number>;
  queued_messages: number;
  webhooks: { enabled: number; failing: number; disabled: number };
  /** Accounts that search by meaning, by what compares their vectors. */
  vectors: { pgvector: number; in_process: number };
}

/** Does not start a database. */
export async function readDatabase(config: Config): Promise<{ state: DatabaseState; counts: Counts | null }> {
  try {
    const url = config.DATABASE_URL ?? (await findRunningPostgres(config.KURIR_DATA_DIR));
    if (!url) return { state: 'stopped', counts: null };
    const { db, close } = openDatabase(url, { max: 1, name: 'kurir command' });
    try {
      return { state: 'running', counts: await readCounts(db) };
    } finally {
      await close();
    }
  } catch {
    return { state: 'unavailable', counts: null };
  }
}

async function readCounts(db: Db): Promise<Counts> {
  const accounts = await listAccounts(db);
  const devices = await listAllDevices({ db });
  const webhooks = await listEveryWebhook({ db });
  const enabled = webhooks.filter(({ status }) => status === 'enabled');
  return {
    accounts: countBy(accounts.map(({ status }) => status)),
    devices: countBy(devices.map(({ status }) => status)),
    queued_messages: await countDue(db),
    webhooks: {
      enabled: enabled.length,
      failing: enabled.filter(({ failing_since }) => failing_since !== null).length,
      disabled: webhooks.length - enabled.length,
    },
    vectors: await countSearches({ db }),
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
