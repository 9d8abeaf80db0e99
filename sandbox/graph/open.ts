import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Clock } from '../../src/lib/clock.ts';
import type { Log } from '../../src/lib/log.ts';
import type { Database } from '../database.ts';
import { DEFAULT_BEHAVIOUR } from './behaviour.ts';
import { APP_SETTING, type Cloud, saveApp } from './cloud.ts';
import { FaultRules } from './faults.ts';
import { newObjectId } from './ids.ts';
import { given } from './json.ts';
import { MediaFiles } from './media/files.ts';
import { LinkFetcher } from './media/link-fetcher.ts';
import { loadNumbers } from './numbers.ts';
import { resumeWebhooks } from './people/inbound.ts';
import { Pairs } from './people/pairs.ts';
import { loadAliases } from './people/people.ts';
import { AppData } from './records.ts';
import { RequestLog } from './request-log.ts';
import { resumeReports } from './sending/send.ts';
import { CloudStore } from './store.ts';
import { Timeline } from './timeline.ts';
import { Callbacks } from './webhooks/callbacks.ts';

export interface CloudParts {
  db: Database;
  log: Log;
  clock: Clock;
  /** Where media files are kept. */
  folder: string;
  /** Private networks that links of messages may lead to. */
  allowNetworks: readonly string[];
  /** Asked late: the port is known only once the server listens. */
  graphUrl: () => string;
}

/** Opens the provider on its store, with everything it remembers. */
export function openCloud({ db, log, clock, folder, allowNetworks, graphUrl }: CloudParts): Cloud {
  const store = new CloudStore(db);
  const kept = store.findSetting(APP_SETTING);
  const { behaviour, shift_ms, ...app } = kept ? AppData.parse(JSON.parse(kept)) : newApp();
  const timeline = new Timeline(clock, shift_ms);
  const mediaFolder = path.join(folder, 'cloud-media');
  const cloud: Cloud = {
    store,
    log,
    timeline,
    app: { ...app, behaviour: { ...DEFAULT_BEHAVIOUR, ...given(behaviour) } },
    numbers: new Map(),
    aliases: loadAliases(store.listPeople()),
    pairs: new Pairs(store),
    faults: new FaultRules(),
    requests: new RequestLog(),
    callbacks: new Callbacks(timeline, log),
    media: new MediaFiles(mediaFolder, store),
    linkFetcher: new LinkFetcher(mediaFolder, allowNetworks),
    management: new Map(),
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

/** Ends waits and connections; nothing is sent afterwards. */
export async function closeCloud(cloud: Cloud): Promise<void> {
  cloud.timeline.stop();
  await Promise.all([cloud.callbacks.stop(), cloud.linkFetcher.stop()]);
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
