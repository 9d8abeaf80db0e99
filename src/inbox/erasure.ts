import { atOnce, type ErasureStep } from '../platform/lib/erasing.ts';
import { conversationsErasure, notesErasure } from './conversations/erasure.ts';
import { codesErasure } from './entry-points/widgets/handover/erasure.ts';
import { noteResync } from './stream/erasure-store.ts';

const shownAnew = atOnce('streams', async (tx, { accountId }) => {
  await noteResync(tx, { accountId });
  return 0;
});

export const inboxErasure: readonly ErasureStep[] = [
  conversationsErasure,
  notesErasure,
  codesErasure,
  shownAnew,
];
