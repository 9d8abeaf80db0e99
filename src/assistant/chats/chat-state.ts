import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { Chat } from '../chat.ts';
import * as store from './store.ts';

export type { ChatState } from './store.ts';

type Owned = Pick<Chat, 'account_id' | 'conversation_id' | 'ownership_version'>;

const NEW_CHAT: store.ChatState = {
  abstentions: 0,
  is_introduced: false,
  choices: null,
  language: null,
  subject: null,
};

/** Under this owner; it needs no start word any more. */
export interface FoundChat extends store.ChatState {
  is_started: boolean;
}

/** In the same order. Earlier texts count for the language only. */
export async function findChats(db: Db, chats: readonly Omit<Owned, 'account_id'>[]): Promise<FoundChat[]> {
  const ids = chats.map(({ conversation_id }) => conversation_id);
  const found = await store.findChats(db, { conversationIds: ids });
  const byId = new Map(found.map((each) => [each.conversation_id, each]));
  return chats.map((chat) => foundAs(chat, byId.get(chat.conversation_id)));
}

function foundAs(chat: Omit<Owned, 'account_id'>, found: store.StoredChat | undefined): FoundChat {
  if (!found) return { ...NEW_CHAT, is_started: false };
  const { conversation_id: _, ownership_version, ...state } = found;
  return ownership_version === chat.ownership_version
    ? { ...state, is_started: true }
    : { ...NEW_CHAT, language: state.language, is_started: false };
}

export function saveChat(tx: Tx, chat: Owned, state: store.ChatState, now: Date): Promise<void> {
  const {
    conversation_id: conversationId,
    ownership_version: ownershipVersion,
    account_id: accountId,
  } = chat;
  return store.saveChat(tx, { conversationId, ownershipVersion, accountId }, state, now);
}
