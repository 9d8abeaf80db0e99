import type { CallbackReader } from '../callbacks.ts';
import { hintsIn, MAX_PARTS, namedIn, openCallback } from './envelope.ts';
import { readItems } from './items.ts';

/** Reads the callbacks of the official cloud. */
export const officialCallbacks: CallbackReader = {
  maxParts: MAX_PARTS,
  hintsIn,
  open(payload) {
    const envelope = openCallback(payload);
    return envelope && { named: namedIn(envelope), read: (receivedAt) => readItems(envelope, receivedAt) };
  },
};
