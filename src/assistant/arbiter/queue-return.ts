import type { Tx } from '../../platform/lib/db/db.ts';
import { noteWakes } from './intake-store.ts';
import { settingsFrom } from './settings/settings.ts';
import { getSettings } from './settings/store.ts';

/** Staff has not come in time: a decision follows that tells the customer, if the account has a text for it. */
export async function announceReturn(
  tx: Tx,
  { id, account_id }: { id: number; account_id: number },
  now: Date,
): Promise<void> {
  const { queue_return_text: text } = settingsFrom(await getSettings(tx, account_id));
  if (text !== null) await noteWakes(tx, [{ account_id, conversation_id: id }], now);
}
