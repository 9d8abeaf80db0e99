import type { Db } from '../platform/lib/db/db.ts';
import { languageFor } from './languages/spoken.ts';
import { textsOf } from './languages/words.ts';
import { findSettings, type Language } from './settings/settings.ts';

/** What a customer reads who has left a flow with an exit word. */
export async function exitText(
  db: Db,
  { account_id }: { account_id: number },
  spoken: Language | null,
): Promise<string> {
  const { languages, tone } = await findSettings(db, account_id);
  return textsOf(languageFor(languages, spoken), tone).exit;
}
