import { randomUUID } from 'node:crypto';
import { SECOND } from '../../lib/clock.ts';
import type { Resolve } from '../../lib/names/names.ts';
import type { EngineDriver } from '../engine.ts';
import { isPublicUrl } from './sending/public-url.ts';
import { OfficialSession, type SessionOptions } from './session/session.ts';

type Defaults = Pick<SessionOptions, 'isPublic' | 'drainMs'>;
export type OfficialOptions = Omit<SessionOptions, keyof Defaults> & Partial<Defaults> & { resolve: Resolve };

export function createOfficialDriver({ resolve, ...options }: OfficialOptions): EngineDriver {
  const isPublic = (url: string) => isPublicUrl(url, resolve);
  const sessionOptions = { isPublic, drainMs: 1.5 * SECOND, ...options };
  return {
    kind: 'official_cloud',
    newMessageId: () => `kurir.${randomUUID()}`,
    open: (host) => new OfficialSession(host, sessionOptions),
  };
}
