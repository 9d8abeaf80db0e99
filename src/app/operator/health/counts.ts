import { countSearches } from '../../../assistant/language-model/embeddings/vector-search.ts';
import { countAllDevices, type DeviceCounts } from '../../../gateway/devices/installation/installation.ts';
import { readQueue } from '../../../gateway/messages/queue/queue.ts';
import { countWebhooks } from '../../../gateway/webhooks/webhook.ts';
import { type AccountInTrouble, countAttention } from '../../../inbox/attention/attention.ts';
import type { AccountStatus } from '../../../platform/accounts/account.ts';
import { countAccounts } from '../../../platform/accounts/account.ts';
import type { Db } from '../../../platform/lib/db/db.ts';

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
    queued_messages: (await readQueue(db, { now })).queued,
    webhooks: await countWebhooks({ db }),
    vectors: await countSearches({ db }),
    attention: await countAttention({ db, now: () => now }),
  };
}
