import type { Inbound } from '../../src/gateway/devices/sessions/session-listener.ts';

/** Stores nothing that arrives. */
export const noInbound: Inbound = {
  numberReceived: async (received) => received,
  storeReceived: async () => {},
  storeReplies: async () => {},
  storeChanges: async () => {},
  learnNumbers: async () => {},
  hasInbound: async () => false,
};
