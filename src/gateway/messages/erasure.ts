import {
  atOnce,
  ERASED_AT_ONCE,
  type Erased,
  type ErasureStep,
  idOf,
  patternOf,
  pieceOf,
  walked,
} from '../../platform/lib/erasing.ts';
import { isVisitor } from '../people/identity.ts';
import * as store from './erasure-store.ts';
import { withdrawMedia } from './media/media.ts';
import { endErased } from './queue/queue.ts';

/** Both ways. What waits to be sent is withdrawn; a message that may be out keeps its unknown outcome. */
export const messagesErasure: ErasureStep = {
  kind: 'messages',
  async erase(tx, erased) {
    const { accountId, phones, lastMessageId: lastId, pseudonym } = erased;
    const found = await store.findMessages(tx, { accountId, phones, lastId, limit: ERASED_AT_ONCE });
    const ids = found.map(({ id }) => id);
    const locked = await store.lockMessages(tx, { ids });
    await store.anonymise(tx, { ids, pseudonym });
    const waiting = locked.filter(({ is_queued }) => is_queued);
    await endErased(
      tx,
      waiting.map(({ phone, ...message }) => ({ ...message, isPaid: !isVisitor(phone) })),
      erased.requestedAt,
    );
    await store.forgetReservedIds(tx, { ids });
    await withdrawMedia(tx, ids);
    return pieceOf(ids.length);
  },
};

/** Reactions, edits and deletions. */
export const changesErasure: ErasureStep = {
  kind: 'message_changes',
  erase: async (tx, erased) => pieceOf(await store.deleteChanges(tx, erased, ERASED_AT_ONCE)),
};

export const notedErasure = atOnce('read_receipts', store.deleteNoted);

/** What the official provider reported, whole. */
export const updatesErasure: ErasureStep = {
  kind: 'provider_payloads',
  async erase(tx, erased: Erased, place) {
    const { accountId, phones } = erased;
    const found = await store.findUpdates(tx, {
      accountId,
      after: Number(place),
      limit: ERASED_AT_ONCE,
      pattern: patternOf(phones),
    });
    const named = found.filter(({ is_named }) => is_named);
    const unread = named.find(({ due }) => due);
    const ids = named.filter(({ id, due }) => !due && (!unread || id < unread.id)).map(({ id }) => id);
    await store.deleteUpdates(tx, { ids });
    if (unread) return { erased: ids.length, next: String(unread.id - 1), waits: true };
    return walked(found, ids.length, idOf);
  },
};
