import type { PairingParts } from '../../src/gateway/devices/pair-command.ts';
import { readSession } from '../../src/gateway/engines/economy/moving-in/read-session.ts';

/** Of a gateway that runs, without a terminal. */
export const PAIRING_PARTS: PairingParts = {
  ready: async () => {},
  scan: async () => {},
  terminal: () => null,
  gatewayUrl: async () => 'http://127.0.0.1:8080',
  readSession,
};
