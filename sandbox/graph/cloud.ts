import type { Log } from '../../src/lib/log.ts';
import type { Behaviour } from './behaviour.ts';
import type { TokenBucket } from './bucket.ts';
import type { FaultRules } from './faults.ts';
import type { MediaFiles } from './media/files.ts';
import type { LinkFetcher } from './media/link-fetcher.ts';
import type { Pairs } from './people/pairs.ts';
import type { AppData, CloudNumber } from './records.ts';
import type { RequestLog } from './request-log.ts';
import type { CloudStore } from './store.ts';
import type { Timeline } from './timeline.ts';
import type { Callbacks } from './webhooks/callbacks.ts';

/** The provider's side of the sandbox: what every part of it is given. */
export interface Cloud {
  store: CloudStore;
  log: Log;
  timeline: Timeline;
  app: Omit<AppData, 'behaviour' | 'shift_ms'> & { behaviour: Behaviour };
  numbers: Map<string, CloudNumber>;
  /** Other spellings of people's numbers. */
  aliases: Map<string, string>;
  pairs: Pairs;
  faults: FaultRules;
  requests: RequestLog;
  callbacks: Callbacks;
  media: MediaFiles;
  linkFetcher: LinkFetcher;
  /** Calls other than sending, by business account. */
  management: Map<string, TokenBucket>;
  /** Where the Graph API is reached, for the addresses it hands out. */
  graphUrl(): string;
}

export const APP_SETTING = 'app';

/** Keeps what changed of the app, its behaviour and the time. */
export function saveApp(cloud: Cloud): void {
  const data: AppData = { ...cloud.app, shift_ms: cloud.timeline.shiftMs };
  cloud.store.db.write(() => cloud.store.saveSetting(APP_SETTING, JSON.stringify(data)));
}
