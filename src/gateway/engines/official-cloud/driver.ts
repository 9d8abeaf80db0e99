import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { EngineDriver } from '../engine.ts';
import { RecipientIds } from './sending/recipient-ids.ts';
import { OfficialSession, type SessionOptions } from './session/session.ts';

type Defaults = Pick<SessionOptions, 'drainMs' | 'recipients'>;
export type OfficialOptions = Omit<SessionOptions, keyof Defaults> & Partial<Defaults>;

export function createOfficialDriver(options: OfficialOptions): EngineDriver {
  const sessionOptions = { drainMs: 1.5 * SECOND, recipients: new RecipientIds(), ...options };
  return {
    kind: 'official_cloud',
    newMessageId: () => `kurir.${randomUUID()}`,
    open: (host) => new OfficialSession(host, sessionOptions),
  };
}
