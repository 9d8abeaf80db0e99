import type { Db, Tx } from '../../../lib/db/db.ts';
import type { Chat } from '../../chat.ts';
import * as store from './store.ts';

export type { ChatState } from './store.ts';

type Owned = Pick<Chat, 'account_id' | 'conversation_id' | 'ownership_version'>;

/** Undefined: the assistant has said nothing since it got the conversation. */
export function findChat(db: Db, chat: Owned): Promise<store.ChatState | undefined> {
  return store.findChat(db, keyOf(chat));
}

export function saveChat(tx: Tx, chat: Owned, state: store.ChatState, now: Date): Promise<void> {
  return store.saveChat(tx, { ...keyOf(chat), accountId: chat.account_id }, state, now);
}

const keyOf = ({ conversation_id: conversationId, ownership_version: ownershipVersion }: Owned) => ({
  ...{ conversationId, ownershipVersion },
});
