import type { Log } from '../../src/platform/lib/log.ts';
import type { Behaviour } from './behaviour.ts';
import type { FaultRules } from './faults.ts';
import type { MediaFiles } from './media/files.ts';
import type { LinkFetcher } from './media/link-fetcher.ts';
import type { Pairs } from './people/pairs.ts';
import type { AppData, CloudNumber, PortfolioUse } from './records.ts';
import type { RequestLog } from './request-log.ts';
import type { CloudStore } from './store.ts';
import type { TokenBucket } from './token-bucket.ts';
import type { VirtualClock } from './virtual-clock.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

/** The context of the simulated provider. */
export interface Cloud {
  store: CloudStore;
  log: Log;
  clock: VirtualClock;
  app: Omit<AppData, 'behaviour' | 'shift_ms'> & { behaviour: Behaviour };
  numbers: Map<string, CloudNumber>;
  aliases: Map<string, string>;
  pairs: Pairs;
  faults: FaultRules;
  requests: RequestLog;
  webhooks: WebhookSender;
  media: MediaFiles;
  linkFetcher: LinkFetcher;
  /** By business account. */
  management: Map<string, TokenBucket>;
  portfolioUse: PortfolioUse;
  graphUrl(): string;
}

export const APP_SETTING = 'app';

/** Stores the app, its behaviour and the clock. */
export function saveApp(cloud: Cloud): void {
  const data: AppData = { ...cloud.app, shift_ms: cloud.clock.shiftMs };
  cloud.store.db.write(() => cloud.store.saveSetting(APP_SETTING, JSON.stringify(data)));
}
