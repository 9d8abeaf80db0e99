import { randomBytes } from 'node:crypto';
import { silenceLibsignal } from '../../sandbox/whatsapp/silence-libsignal.ts';
import type { EngineDriver } from '../../src/gateway/engines/engine.ts';
import { type DriverParts, SecondSession } from './session.ts';

/** The linked line without the client of Baileys: docs/decisions/0242. A proof of the seam, not for people. */
export function createSecondDriver(parts: DriverParts): EngineDriver {
  silenceLibsignal();
  return {
    kind: 'economy',
    newMessageId: () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
    open: (host) => new SecondSession(host, parts),
  };
}
