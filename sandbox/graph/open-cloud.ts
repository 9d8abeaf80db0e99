import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Clock } from '../../src/platform/lib/clock.ts';
import type { Log } from '../../src/platform/lib/log.ts';
import type { Database } from '../database.ts';
import { DEFAULT_BEHAVIOUR } from './behaviour.ts';
import { APP_SETTING, type Cloud, saveApp } from './cloud.ts';
import { FaultRules } from './faults.ts';
import { newObjectId } from './ids.ts';
import { definedFields } from './json.ts';
import { MediaFiles } from './media/files.ts';
import { LinkFetcher } from './media/link-fetcher.ts';
import { loadNumbers } from './numbers.ts';
import { resumeWebhooks } from './people/inbound.ts';
import { Pairs } from './people/pairs.ts';
import { loadAliases } from './people/people.ts';
import { AppData } from './records.ts';
import { RequestLog } from './request-log.ts';
import { resumeReports } from './sending/accept-message.ts';
import { CloudStore } from './store.ts';
import { VirtualClock } from './virtual-clock.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

export interface CloudParts {
  db: Database;
  log: Log;
  clock: Clock;
  folder: string;
  /** CIDRs that message links can use. */
  allowNetworks: readonly string[];
  /** The port is known only after the server listens. */
  graphUrl: () => string;
}

/** Opens the provider on its store, and resumes unfinished webhooks. */
export function openCloud({ db, log, clock, folder, allowNetworks, graphUrl }: CloudParts): Cloud {
  const store = new CloudStore(db);
  const kept = store.findSetting(APP_SETTING);
  const { behaviour, shift_ms, ...app } = kept ? AppData.parse(JSON.parse(kept)) : newApp();
  const virtualClock = new VirtualClock(clock, shift_ms);
  const mediaFolder = path.join(folder, 'cloud-media');
  const cloud: Cloud = {
    store,
    log,
    clock: virtualClock,
    app: { ...app, behaviour: { ...DEFAULT_BEHAVIOUR, ...definedFields(behaviour) } },
    numbers: new Map(),
    aliases: loadAliases(store.listPeople()),
    pairs: new Pairs(store),
    faults: new FaultRules(),
    requests: new RequestLog(),
    webhooks: new WebhookSender(virtualClock, log),
    media: new MediaFiles(mediaFolder, store),
    linkFetcher: new LinkFetcher(mediaFolder, allowNetworks),
    management: new Map(),
    portfolioUse: new Map(),
    graphUrl,
  };
  if (!kept) saveApp(cloud);
  loadNumbers(cloud);
  for (const message of store.listOpen()) {
    if (message.direction === 'out') resumeReports(cloud, message);
    else resumeWebhooks(cloud, message);
  }
  return cloud;
}

/** Stops timers and connections. */
export async function closeCloud(cloud: Cloud): Promise<void> {
  cloud.clock.stop();
  await Promise.all([cloud.webhooks.stop(), cloud.linkFetcher.stop()]);
}

function newApp(): AppData {
  return {
    app_id: newObjectId(),
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(16).toString('hex'),
    callback_url: null,
    waba_overrides: {},
    behaviour: {},
    shift_ms: 0,
  };
}
