import { randomUUID } from 'node:crypto';
import { SECOND } from '../../lib/clock.ts';
import type { EngineDriver } from '../engine.ts';
import { isPublicUrl } from './sending/public-url.ts';
import { OfficialSession, type SessionOptions } from './session/session.ts';

type Defaults = Pick<SessionOptions, 'isPublic' | 'drainMs'>;
export type OfficialOptions = Omit<SessionOptions, keyof Defaults> & Partial<Defaults>;

const DEFAULTS: Defaults = { isPublic: isPublicUrl, drainMs: 1.5 * SECOND };

export function createOfficialDriver(options: OfficialOptions): EngineDriver {
  const sessionOptions = { ...DEFAULTS, ...options };
  return {
    kind: 'official_cloud',
    newMessageId: () => `kurir.${randomUUID()}`,
    open: (host) => new OfficialSession(host, sessionOptions),
  };
}
