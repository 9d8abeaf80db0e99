import { hoursOf } from '../gateway/hours/hours.ts';
import { isOpen, nextOpening } from '../gateway/hours/opening.ts';
import { render, type Values } from '../inbox/conversations/canned-replies/variables.ts';
import type { Db } from '../platform/lib/db/db.ts';
import type { Chat } from './chat.ts';
import { languageFor } from './languages/spoken.ts';
import { textsOf } from './languages/words.ts';
import { openingInWords } from './opening-words.ts';
import type { HandOffReason } from './plan.ts';
import { OPENS_AT } from './settings/schema.ts';
import { findSettings, type Language } from './settings/settings.ts';
import { valuesFor } from './texts.ts';

type Customer = Pick<Chat, 'account_id' | 'person_name' | 'phone' | 'device_label'> & {
  device_id: number | null;
};

/** Outside business hours, with the next opening. Null: the account wants silence. */
export async function handOffText(
  db: Db,
  chat: Customer,
  { spoken, at }: { spoken: Language | null; at: Date },
): Promise<string | null> {
  const [settings, hours] = await Promise.all([
    findSettings(db, chat.account_id),
    hoursOf(db, chat.account_id, chat.device_id),
  ]);
  const language = languageFor(settings.languages, spoken);
  const texts = textsOf(language, settings.tone);
  const { handoff } = settings;
  const isClosed = !isOpen(hours, at);
  const own = (isClosed ? handoff.closed_texts : handoff.texts)[language];
  const standard = isClosed ? texts.handOffClosed : texts.handOff;
  const opens = openingInWords({ opensAt: nextOpening(hours, at), now: at, zone: hours.zone }, language);
  const text = filled(own ?? standard, opens, valuesFor(chat));
  return text === '' ? null : text;
}

const AGAIN: readonly HandOffReason[] = ['too_old', 'failed', 'flow_failed', 'assistant_failed'];

/** Where hand-offs are off. Null: the account wants silence. */
export async function declineText(
  db: Db,
  chat: Customer,
  { spoken, reason }: { spoken: Language | null; reason: HandOffReason },
): Promise<string | null> {
  const { languages, tone, scope, handoff } = await findSettings(db, chat.account_id);
  const language = languageFor(languages, spoken);
  const texts = textsOf(language, tone);
  const scoped = scope === null ? '' : ` ${texts.scope.replace('{scope}', () => scope)}`;
  const standard = AGAIN.includes(reason)
    ? texts.again
    : `${reason === 'asked_for_person' ? texts.nobody : texts.declined}${scoped}`;
  const own = handoff.off_texts[language];
  const text = own === null ? standard : render(own, valuesFor(chat)).text.trim();
  return text === '' ? null : text;
}

/** A value of the customer is never read as a variable. */
function filled(text: string, opens: string, values: Values): string {
  const parts = text.split(OPENS_AT).map((part) => render(part, values).text);
  return parts.join(opens).trim();
}

export async function exitText(
  db: Db,
  { account_id }: { account_id: number },
  spoken: Language | null,
): Promise<string> {
  const { languages, tone } = await findSettings(db, account_id);
  return textsOf(languageFor(languages, spoken), tone).exit;
}
