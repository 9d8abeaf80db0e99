import { findSpentAccounts } from '../../gateway/costs/cap/cap.ts';
import { ENGINE_KINDS } from '../../gateway/engines/kinds.ts';
import { type BotChat, type ChatKey, findBotChats } from '../../inbox/conversations/ownership/bot-chat.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type ChatFacts, readFacts } from './chat-store.ts';
import type { AutomationSettings } from './settings/schema.ts';
import { settingsFrom } from './settings/settings.ts';

export interface ReadChat extends BotChat, Omit<ChatFacts, 'kept_settings'> {
  settings: AutomationSettings;
  /** The number costs, and the account has spent the cap of this month. */
  is_cap_reached: boolean;
}

/** Those that exist, in any order. One statement of each feature. */
export async function readChats(db: Db, keys: readonly ChatKey[], now: Date): Promise<ReadChat[]> {
  const chats = await findBotChats(db, keys, now);
  if (chats.length === 0) return [];
  const facts = await readFacts(db, chats, now);
  const spent = await findSpentAccounts(db, chats.filter(isCharged), now);
  return chats.flatMap((chat) => {
    const found = facts.get(chat.conversation_id);
    if (!found) return [];
    const { kept_settings, ...more } = found;
    return {
      ...chat,
      ...more,
      settings: settingsFrom(kept_settings),
      is_cap_reached: isCharged(chat) && spent.has(chat.account_id),
    };
  });
}

/** Without a device, nothing is sent. */
const isCharged = ({ device_status, engine }: BotChat) =>
  device_status !== null && ENGINE_KINDS[engine].charges;
