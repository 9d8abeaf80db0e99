import { openBudget } from '../../gateway/costs/cap/cap.ts';
import { ENGINE_KINDS } from '../../gateway/engines/kinds.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type ChatKey, type FoundChat, findChats, type ReadChat } from './chat-store.ts';

/** Those that exist, in any order. An account with a cap and a number that costs takes one look at its budget. */
export async function readChats(db: Db, chats: readonly ChatKey[], now: Date): Promise<ReadChat[]> {
  const found = await findChats(db, chats, now);
  const reached = await findReachedCaps(db, found.filter(isCapped), now);
  return found.map((chat) => ({ ...chat, is_cap_reached: isCapped(chat) && reached.has(chat.account_id) }));
}

/** Without a device, nothing is sent. */
const isCapped = ({ device_status, engine, cost_cap }: FoundChat) =>
  device_status !== null && cost_cap !== null && ENGINE_KINDS[engine].charges;

async function findReachedCaps(db: Db, chats: readonly FoundChat[], now: Date): Promise<Set<number>> {
  const reached = new Set<number>();
  for (const [account, [chat]] of Map.groupBy(chats, ({ account_id }) => account_id)) {
    const budget = chat && (await openBudget(db, account, chat, now));
    if (budget?.isSpent) reached.add(account);
  }
  return reached;
}
