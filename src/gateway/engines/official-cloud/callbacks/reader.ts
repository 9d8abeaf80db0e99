import type { CallbackReader } from '../../callbacks.ts';
import { readAppState } from './app-state.ts';
import { MAX_PARTS, namedIn, openCallback } from './envelope.ts';
import { hintsIn } from './hints.ts';
import { readHistory } from './history.ts';
import { readItems } from './items.ts';

export const officialCallbacks: CallbackReader = {
  maxParts: MAX_PARTS,
  hintsIn,
  readHistory,
  readAppState,
  open(payload) {
    const envelope = openCallback(payload);
    return envelope && { named: namedIn(envelope), read: (receivedAt) => readItems(envelope, receivedAt) };
  },
};
