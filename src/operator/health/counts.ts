import type { AccountStatus } from '../../accounts/account.ts';
import { countAccounts } from '../../accounts/account.ts';
import { type AccountInTrouble, countAttention } from '../../attention/attention.ts';
import { countSearches } from '../../automation/assistant/language-model/embeddings/vector-search.ts';
import { countAllDevices, type DeviceCounts } from '../../devices/installation/installation.ts';
import type { Db } from '../../lib/db/db.ts';
import { readQueue } from '../../messages/queue/queue.ts';
import { countWebhooks } from '../../webhooks/webhook.ts';

/** What an installation has: for `kurir status`, and for operators. */
export interface Counts {
  accounts: Partial<Record<AccountStatus, number>>;
  devices: DeviceCounts;
  queued_messages: number;
  webhooks: { enabled: number; failing: number; disabled: number };
  /** Accounts that search by meaning, by what compares their vectors. */
  vectors: { pgvector: number; in_process: number };
  attention: AccountInTrouble[];
}

export async function readCounts(db: Db, now: Date): Promise<Counts> {
  return {
    accounts: await countAccounts(db),
    devices: await countAllDevices({ db }),
    queued_messages: (await readQueue(db, now)).queued,
    webhooks: await countWebhooks({ db }),
    vectors: await countSearches({ db }),
    attention: await countAttention({ db, now: () => now }),
  };
}
