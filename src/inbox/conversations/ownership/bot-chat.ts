import * as store from './bot-chat-store.ts';

export type { BotChat, ChatKey } from './bot-chat-store.ts';
export const { findBotChats } = store;
