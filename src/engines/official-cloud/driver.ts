import { randomUUID } from 'node:crypto';
import { type Clock, SECOND } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { MediaFetcher } from '../../lib/media/fetcher.ts';
import type { EngineDriver } from '../engine.ts';
import type { Graph } from './graph.ts';
import { isPublicUrl } from './public-url.ts';
import { OfficialSession } from './session.ts';

export interface OfficialOptions {
  graph: Graph;
  /** Fetches files that the provider cannot reach. */
  media: MediaFetcher;
  /** Between two checks of a token. */
  healthMs: number;
  log: Log;
  clock: Clock;
  /** Between 0 and 1, for jitter. */
  random(): number;
  /** Whether the provider can fetch a URL itself. */
  isPublic?(url: string): Promise<boolean>;
  /** How long closing waits for answers that are on their way. */
  drainMs?: number;
}

const DRAIN_MS = 1.5 * SECOND;

/** The engine that speaks the provider's own API with the customer's token. */
export function createOfficialDriver(options: OfficialOptions): EngineDriver {
  const parts = { isPublic: isPublicUrl, drainMs: DRAIN_MS, ...options };
  return {
    kind: 'official_cloud',
    newMessageId: () => `kurir.${randomUUID()}`,
    open: (host) => new OfficialSession(host, parts),
  };
}
