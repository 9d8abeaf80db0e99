import { atOnce, ERASED_AT_ONCE, type ErasureStep, idOf, walked } from '../../platform/lib/erasing.ts';
import * as store from './erasure-store.ts';

export const { listConversationsOf } = store;

/** They stay for figures, in no list and without names. */
export const conversationsErasure = atOnce('conversations', async (tx, erased) => {
  const ids = await store.listConversationsOf(tx, erased.accountId, erased.personIds);
  return store.hideConversations(tx, { ids, pseudonym: erased.pseudonym });
});

/** With mentions in them, and advertisements that led to the conversation. */
export const notesErasure: ErasureStep = {
  kind: 'notes',
  async erase(tx, { accountId, personIds }, place) {
    const ids = await store.listConversationsOf(tx, accountId, personIds);
    if (place === '') await store.eraseRest(tx, { ids });
    const found = await store.eraseNotes(tx, { ids, after: Number(place), limit: ERASED_AT_ONCE });
    return walked(found, found.filter(({ is_note }) => is_note).length, idOf);
  },
};
