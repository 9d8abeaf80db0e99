import { HELD_MESSAGES } from '../keys/kept-types.ts';
import { putWrite, type Ratchets } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';
import { type Arrival, addTo } from './arrival.ts';

/** `at` in ms. */
type Held = Arrival extends infer Each
  ? Each extends Arrival
    ? Omit<Each, 'at'> & { at: number }
    : never
  : never;

/** Messages of earlier versions, held for the number of a LID. In the current commit. */
export async function releaseHeld(vault: KeyVault, ratchets: Ratchets): Promise<void> {
  const work = ratchets.ownWork;
  if (!work) return;
  for (const [lidUser, held] of await vault.list(HELD_MESSAGES)) {
    // Written by those versions alone.
    for (const { at, ...message } of held as Held[])
      await addTo(work, vault, { lidUser }, { ...message, at: new Date(at) } as Arrival);
    putWrite(work, { type: HELD_MESSAGES, id: lidUser, value: null });
  }
}
