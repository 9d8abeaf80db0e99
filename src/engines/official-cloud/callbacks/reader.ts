import type { CallbackReader } from '../../callbacks.ts';
import { MAX_PARTS, namedIn, openCallback } from './envelope.ts';
import { hintsIn } from './hints.ts';
import { readItems } from './items.ts';

export const officialCallbacks: CallbackReader = {
  maxParts: MAX_PARTS,
  hintsIn,
  open(payload) {
    const envelope = openCallback(payload);
    return envelope && { named: namedIn(envelope), read: (receivedAt) => readItems(envelope, receivedAt) };
  },
};
